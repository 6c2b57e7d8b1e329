import { Spinner, useTranslation } from 'ui-kit';
import styles from './waiting-screen.module.css';

/** Spinner until the state of the call is known. */
export function OpeningScreen({ label }: { label?: string | undefined }) {
  const { t } = useTranslation('messenger');
  return (
    <div className={styles.waiting} role="status" aria-label={label ?? t('call.opening')}>
      <Spinner size={28} />
    </div>
  );
}
