import { Spinner, useTranslation } from 'ui-kit';
import styles from './waiting-screen.module.css';

/** On the way in. */
export function WaitingScreen() {
  const { t } = useTranslation('messenger');
  return (
    <div className={styles.waiting} role="status">
      <Spinner size={28} />
      <p className={styles.text}>{t('call.waiting')}</p>
    </div>
  );
}
