import { useTranslation } from 'ui-kit';
import styles from './step-progress.module.css';

/** Shows the progress of a form with steps. */
export function StepProgress({ step, of }: { step: number; of: number }) {
  const { t } = useTranslation('app');
  const pieces = Array.from({ length: of }, (_, piece) => piece);
  return (
    <div className={styles.progress} role="img" aria-label={t('auth.step', { step: step + 1, of })}>
      {pieces.map((piece) => (
        <span key={piece} className={styles.piece} data-done={piece <= step} />
      ))}
    </div>
  );
}
