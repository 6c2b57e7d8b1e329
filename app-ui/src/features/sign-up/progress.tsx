import { useTranslation } from 'ui-kit';
import styles from './progress.module.css';

/** How far along one is: drawn as pieces of a path, and said in words. */
export function Progress({ step, of }: { step: number; of: number }) {
  const { t } = useTranslation('app');
  const pieces = Array.from({ length: of }, (_, piece) => piece);
  return (
    <div className={styles.progress} role="img" aria-label={t('entry.step', { step: step + 1, of })}>
      {pieces.map((piece) => (
        <span key={piece} className={styles.piece} data-done={piece <= step} />
      ))}
    </div>
  );
}
