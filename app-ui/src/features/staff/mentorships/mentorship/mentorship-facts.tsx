import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import { Ago, None, Notice } from '../../components/cells';
import { today } from '../../components/days';
import { Section } from '../../components/section';
import styles from './mentorship-facts.module.css';
import type { MentorshipRecord } from './mentorship-record';

/** When either side was last in contact, and how far they are. What they write stays with them. */
export function MentorshipFacts({ mentorship }: { mentorship: MentorshipRecord }) {
  const { t, i18n } = useTranslation('staff');
  const { mentorsContactAt, menteesContactAt, completedSessions: done, totalSessions: total } = mentorship;
  const contact = (at: string | null) => (at === null ? t('mentorships.never') : <Ago at={at} />);
  const facts: [name: string, value: ReactNode][] = [
    [t('mentorships.mentorsContact'), contact(mentorsContactAt)],
    [t('mentorships.menteesContact'), contact(menteesContactAt)],
    [t('mentorships.sessions'), total === 0 ? <None key="none" /> : t('mentorships.done', { done, total })],
    [
      t('mentorships.dueOn'),
      mentorship.dueOn === null ? (
        <None key="none" />
      ) : (
        <>
          {formatDate(mentorship.dueOn, i18n.language, 'sentence')}{' '}
          {mentorship.endedAt === null && mentorship.dueOn < today() && (
            <Notice icon={CalendarClock}>{t('mentorships.overdue')}</Notice>
          )}
        </>
      ),
    ],
  ];
  return (
    <Section title={t('mentorship.contact')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
