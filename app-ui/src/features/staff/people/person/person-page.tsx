import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { RecordPage } from '../../components/record-page';
import { Notes } from '../../notes/notes';
import { PersonActs } from './person-acts';
import { PersonApplication } from './person-application';
import { PersonFacts } from './person-facts';
import { PersonHead } from './person-head';
import { PersonMatching } from './person-matching';
import { PersonMentorships } from './person-mentorships';
import styles from './person-page.module.css';
import { personQuery } from './person-record';
import { PersonRequests } from './person-requests';
import { PersonStanding } from './person-standing';
import { PersonTimeline } from './person-timeline';
import { PersonVettings } from './person-vettings';

/** One person: whether they may have contact, the facts about them, their mentorships, and what happened. */
export function Component() {
  const { t } = useTranslation('staff');
  const { personId = '' } = useParams();
  return (
    <RecordPage query={useQuery(personQuery(personId))} list="/staff/people" back={t('person.back')} isWide>
      {(person) => (
        <div className={styles.columns}>
          <PersonHead person={person} />
          <div className={styles.main}>
            {person.isSelf && <p>{t('person.self')}</p>}
            <PersonStanding person={person} />
            <PersonApplication person={person} />
            {person.vettings.length > 0 && <PersonVettings person={person} />}
            {person.role !== 'staff' && <PersonFacts person={person} />}
            {person.mayChange && <PersonRequests person={person} />}
            <PersonMatching person={person} />
            {person.role !== 'staff' && <PersonMentorships id={person.id} />}
            {!person.isSelf && <Notes person={person.id} />}
            <PersonTimeline id={person.id} />
          </div>
          {person.mayChange && <PersonActs person={person} />}
        </div>
      )}
    </RecordPage>
  );
}
