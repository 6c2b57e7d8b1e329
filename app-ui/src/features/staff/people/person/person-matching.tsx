import { formatDate, useTranslation } from 'ui-kit';
import { Section } from '../../components/section';
import { nameOf } from '../person';
import styles from './person-mentorships.module.css';
import type { PersonRecord } from './person-record';

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
  return (
    <Section title={t('staff.matching')}>
      <p className={styles.none}>
        {t(`pool.states.${state}`, {
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
