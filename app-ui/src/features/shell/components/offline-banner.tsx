import { WifiOff } from 'lucide-react';
import { useIsOnline, useTranslation } from 'ui-kit';
import styles from './offline-banner.module.css';

/** Says that the page may be out of date. Chat has its own notice. */
export function OfflineBanner() {
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
