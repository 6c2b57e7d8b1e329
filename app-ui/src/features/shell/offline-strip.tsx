import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './offline-strip.module.css';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Says that what is on the page may be old. Chat has its own words for it. */
export function OfflineStrip() {
  const { t } = useTranslation('app');
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
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
