import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { RecordPage } from '../../components/record-page';
import { RecordTitle } from '../../components/record-title';
import { type ColleagueRecord, colleagueQuery } from '../colleague';
import { AbsencesSection } from './absences-section';
import styles from './colleague.module.css';
import { HoursSection } from './hours-section';
import { RolesSection } from './roles-section';
import { WorkSection } from './work-section';

/** One of the team: roles, hours of duty, absences, and what they have taken. */
export function Component() {
  const { t } = useTranslation('staff');
  const { personId = '' } = useParams();
  return (
    <RecordPage query={useQuery(colleagueQuery(personId))} list="/staff/team" back={t('colleagues.back')}>
      {(colleague) => (
        <div className={styles.page}>
          <Head colleague={colleague} />
          <RolesSection colleague={colleague} />
          {colleague.mayHandOver && <WorkSection colleague={colleague} />}
          {colleague.hours.length > 0 && <HoursSection colleague={colleague} />}
          <AbsencesSection colleague={colleague} />
        </div>
      )}
    </RecordPage>
  );
}

function Head({
  colleague: { name, email, isSelf, isClosed, hasSecondFactor },
}: {
  colleague: ColleagueRecord;
}) {
  const { t } = useTranslation('staff');
  const facts = [
    isSelf && t('colleagues.isYou'),
    isClosed && t('people.statuses.closed'),
    t(hasSecondFactor ? 'colleagues.factorOn' : 'colleagues.factorOff'),
  ].filter((fact) => fact !== false);
  return (
    <header>
      <RecordTitle>
        <bdi>{name}</bdi>
      </RecordTitle>
      <p className={styles.line}>
        <a href={`mailto:${email}`}>
          <bdi>{email}</bdi>
        </a>
      </p>
      <p className={styles.line}>{facts.join(' · ')}</p>
    </header>
  );
}
