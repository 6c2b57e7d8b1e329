import { WifiOff } from 'lucide-react';
import { useIsOnline, useLoginSession, useTranslation } from 'ui-kit';
import styles from './offline-banner.module.css';

/** Says that the page may be out of date. Chat has its own notice. */
export function OfflineBanner() {
  const { t } = useTranslation('app');
  // A page that started from what the device has kept waits for the server.
  const isStartedOffline = useLoginSession().status !== 'signedIn';
  const isOffline = !useIsOnline() || isStartedOffline;
  return (
    <div role="status">
      {isOffline && (
        <p className={styles.strip}>
          <WifiOff aria-hidden size={16} />
          {t('shell.offline')}
        </p>
      )}
    </div>
  );
}
