import { WifiOff } from 'lucide-react';
import { useIsOnline, useTranslation } from 'ui-kit';
import styles from './offline-strip.module.css';

/** Says that what is on the page may be old. Chat has its own words for it. */
export function OfflineStrip() {
  const { t } = useTranslation('app');
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.strip}>
          <WifiOff aria-hidden size={16} />
          {t('shell.offline')}
        </p>
      )}
    </div>
  );
}
