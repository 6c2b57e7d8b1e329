import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useParams } from 'react-router';
import { HttpError, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { NotFoundMessage } from '../../../../shared/page/not-found-message';
import { PersonActs } from './person-acts';
import { PersonFacts } from './person-facts';
import { PersonHead } from './person-head';
import { PersonMentorships } from './person-mentorships';
import styles from './person-page.module.css';
import { personQuery } from './person-record';
import { PersonStanding } from './person-standing';
import { PersonTimeline } from './person-timeline';

/** One person: whether they may have contact, the facts about them, their mentorships, and what happened. */
export function Component() {
  const { t } = useTranslation('staff');
  const { personId = '' } = useParams();
  const { state } = useLocation();
  const query = useQuery(personQuery(personId));
  const { error } = query;
  if (query.data === undefined && error instanceof HttpError && error.status === 404)
    return <NotFoundMessage />;
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={{ pathname: '/staff/people', search: state?.list ?? '' }}>
        <ArrowLeft aria-hidden size={18} />
        {t('person.back')}
      </Link>
      <QueryState query={query}>
        {(person) => {
          const { mayChange } = person;
          return (
            <div className={styles.columns}>
              <PersonHead person={person} />
              <div className={styles.main}>
                {person.isSelf && <p>{t('person.self')}</p>}
                <PersonStanding person={person} />
                {person.role !== 'staff' && <PersonFacts person={person} mayManage={mayChange} />}
                {person.role !== 'staff' && <PersonMentorships id={person.id} />}
                <PersonTimeline id={person.id} />
              </div>
              {mayChange && <PersonActs person={person} />}
            </div>
          );
        }}
      </QueryState>
    </div>
  );
}
