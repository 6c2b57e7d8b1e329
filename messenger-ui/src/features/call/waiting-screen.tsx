import { Spinner, useTranslation } from 'ui-kit';
import styles from './waiting-screen.module.css';

/** Spinner while the call connects, or while a called person is awaited. */
export function WaitingScreen({ text }: { text?: string }) {
  const { t } = useTranslation('messenger');
  return (
    <div className={styles.waiting} role="status">
      <Spinner size={28} />
      <p className={styles.text}>{text ?? t('call.waiting')}</p>
    </div>
  );
}
