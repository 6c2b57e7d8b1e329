import type { Schemas } from 'ui-kit';
import { useTranslation } from 'ui-kit';
import { streakMessage } from './streak';
import styles from './streak-banner.module.css';

/** How many weeks with three quizzes follow each other, as two digits, and what keeps them going. */
export function StreakBanner({ progress }: { progress: Schemas['ProgressWithStreak'] }) {
  const { t } = useTranslation('app');
  const message = streakMessage(progress.quizStreaks, Date.now());
  return (
    <div className={styles.banner}>
      <p className={styles.count}>
        <strong dir="ltr">{String(progress.streakWeeks).padStart(2, '0')}</strong>
        <span>{t('mentorship.calendar.streak.weeks')}</span>
      </p>
      <p className={styles.message}>{t(`mentorship.calendar.streak.${message}`)}</p>
    </div>
  );
}
