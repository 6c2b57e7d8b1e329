import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { timeLeft } from '../progress';
import type { SessionCard } from '../types';
import styles from './time-left.module.css';

/** The time that a session takes, or still takes. */
export function TimeLeft({ session }: { session: SessionCard }) {
  const { t } = useTranslation('learning');
  const { isCompleted, minutes } = timeLeft(session);
  if (isCompleted) {
    return (
      <span className={styles.completed}>
        <CircleCheck aria-hidden size={16} />
        {t('card.completed')}
      </span>
    );
  }
  return t(session.sessionStatus === null ? 'card.minutes' : 'card.minutesLeft', { count: minutes });
}
