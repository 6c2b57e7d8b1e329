import { CircleCheck, EyeOff } from 'lucide-react';
import type { Schemas } from 'ui-kit';
import { IconButton, toast, useErrorText, useTranslation } from 'ui-kit';
import { useShowStreak } from './calendar';
import { streakMessage, weekMessage } from './streak';
import styles from './streak-banner.module.css';

/**
 * How many weeks with three quizzes follow each other, as two digits, and in words how this week stands. A person can
 * hide it for themselves; some programmes do without.
 */
export function StreakBanner({ progress }: { progress: Schemas['ProgressWithStreak'] }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const show = useShowStreak();
  const change = (shown: boolean) =>
    show.mutate(shown, { onError: (error) => void toast(errorText(error), 'danger') });
  if (progress.streak === 'off') return null;
  if (progress.streak === 'hidden') {
    return (
      <button
        type="button"
        className={styles.show}
        aria-disabled={show.isPending}
        onClick={() => change(true)}
      >
        {t('mentorship.calendar.streak.show')}
      </button>
    );
  }
  const message = streakMessage(progress.quizStreaks, Date.now());
  const { quizzesThisWeek } = progress;
  const week = weekMessage(progress.quizStreaks, quizzesThisWeek, Date.now());
  return (
    <div className={styles.banner}>
      <p className={styles.count}>
        <strong dir="ltr">{String(progress.streakWeeks).padStart(2, '0')}</strong>
        <span>{t('mentorship.calendar.streak.weeks')}</span>
      </p>
      <div className={styles.message}>
        <p>{t(`mentorship.calendar.streak.${message}`)}</p>
        {week !== null && (
          <p className={styles.week}>
            {week === 'weekDone' && <CircleCheck aria-hidden size={16} />}
            {t(`mentorship.calendar.streak.${week}`, { done: quizzesThisWeek })}
          </p>
        )}
      </div>
      <IconButton label={t('mentorship.calendar.streak.hide')} size={36} onClick={() => change(false)}>
        <EyeOff aria-hidden size={18} />
      </IconButton>
    </div>
  );
}
