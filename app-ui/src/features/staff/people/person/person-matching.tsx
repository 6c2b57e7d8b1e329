import { formatDate, useTranslation } from 'ui-kit';
import { Section } from '../../components/section';
import { nameOf } from '../person';
import styles from './person-mentorships.module.css';
import type { PersonRecord } from './person-record';

const bindsMatching = (fact: PersonRecord['missing'][number]) => fact !== 'birth_month_missing';

/** Whether the person waits for a match, and what stands in the way. */
export function PersonMatching({ person }: { person: PersonRecord }) {
  const { t, i18n } = useTranslation('staff');
  const { matching } = person;
  // Of a closed or suspended account the head of the page says it.
  if (matching === null || person.status === 'closed' || person.isSuspended) return null;
  const { state, since, surveys, sessions } = matching;
  const lacks = [
    ...surveys.map((survey) => t('pool.survey', { survey })),
    ...(sessions > 0 ? [t('pool.sessions', { number: sessions })] : []),
  ];
  // The engine looks at those who wait, and passes over whom it may not suggest.
  const isPassedOver = state === 'waiting' && (person.isTooYoung || person.missing.some(bindsMatching));
  return (
    <Section title={t('staff.matching')}>
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
    </Section>
  );
}
