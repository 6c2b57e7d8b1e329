import { useQuery } from '@tanstack/react-query';
import { formatDate, useTranslation } from 'ui-kit';
import { staffAccessQuery } from '../../api/staff';
import { Section } from '../../components/section';
import { nameOf } from '../person';
import styles from './person-mentorships.module.css';
import type { PersonRecord } from './person-record';
import { PersonRounds } from './person-rounds';

const bindsMatching = (fact: PersonRecord['missing'][number]) => fact !== 'birth_month_missing';

/** Whether the person waits for a match, what stands in the way, and what the rounds so far brought. */
export function PersonMatching({ person }: { person: PersonRecord }) {
  const { t } = useTranslation('staff');
  const { data: access } = useQuery(staffAccessQuery);
  const seesRounds = access?.permissions.includes('manage_matching') === true && person.role !== 'staff';
  // Of a closed or suspended account the head of the page says it.
  const hasState = person.matching !== null && person.status !== 'closed' && !person.isSuspended;
  if (!hasState && !seesRounds) return null;
  return (
    <Section title={t('staff.matching')}>
      {hasState && person.matching !== null && <Standing person={person} matching={person.matching} />}
      {seesRounds && <PersonRounds person={person} />}
    </Section>
  );
}

interface StandingProps {
  person: PersonRecord;
  matching: NonNullable<PersonRecord['matching']>;
}

function Standing({ person, matching: { state, since, surveys, sessions } }: StandingProps) {
  const { t, i18n } = useTranslation('staff');
  const lacks = [
    ...surveys.map((survey) => t('pool.survey', { survey })),
    ...(sessions > 0 ? [t('pool.sessions', { number: sessions })] : []),
  ];
  // The engine looks at those who wait, and passes over whom it may not suggest.
  const isPassedOver = state === 'waiting' && (person.isTooYoung || person.missing.some(bindsMatching));
  return (
    <>
      <p className={styles.none}>
        {t(isPassedOver ? 'pool.passedOver' : `pool.states.${state}`, {
          name: nameOf(person),
          day: since === null ? '' : formatDate(since, i18n.language, 'sentence'),
        })}
      </p>
      {lacks.length > 0 && (
        <ul>
          {lacks.map((lack) => (
            <li key={lack}>{lack}</li>
          ))}
        </ul>
      )}
    </>
  );
}
