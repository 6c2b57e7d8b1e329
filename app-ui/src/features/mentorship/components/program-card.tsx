import { useTranslation } from 'ui-kit';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import card from './card.module.css';
import { Meetings } from './meetings';
import { Pauses } from './pauses';
import styles from './program-card.module.css';

/** The programme, and how much of the mentorship is done. */
export function ProgramCard({ mentorship }: { mentorship: Mentorship }) {
  const { t } = useTranslation('app');
  const { localeProjectDetail, progress } = mentorship;
  const { completedQuiz, totalQuiz, completedSessions, totalSessions } = progress;
  return (
    <section className={card.card} aria-labelledby="mentorship-program">
      <h2 className={card.title} id="mentorship-program">
        {t('mentorship.program.title')}
      </h2>
      <p className={styles.detail}>
        <bdi>{localeProjectDetail}</bdi>
      </p>
      <Bar label={t('mentorship.program.quizzes')} done={completedQuiz} total={totalQuiz} />
      <Bar label={t('mentorship.program.sessions')} done={completedSessions.length} total={totalSessions} />
      <Pauses mentorship={mentorship} />
      <Meetings mentorship={mentorship} />
    </section>
  );
}

const twoDigits = (count: number) => String(count).padStart(2, '0');

function Bar({ label, done, total }: { label: string; done: number; total: number }) {
  const percent = total === 0 ? 0 : Math.min(100, (done / total) * 100);
  const text = `${twoDigits(done)}/${twoDigits(total)}`;
  return (
    <div className={styles.progress}>
      <span>{label}</span>
      <span className={styles.count} dir="ltr">
        {text}
      </span>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done, total)}
        aria-valuetext={text}
      >
        <span style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  );
}
