import { useTranslation } from 'ui-kit';
import { percentDone } from '../progress';
import type { SessionCard } from '../types';
import styles from './progress-bar.module.css';

/** How much of a session is done. */
export function ProgressBar({ session }: { session: SessionCard }) {
  const { t } = useTranslation('learning');
  const percent = percentDone(session);
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-label={session.localeTitle}
      aria-valuetext={t('card.progress', { percent })}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
