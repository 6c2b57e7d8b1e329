import { VisuallyHidden } from 'ui-kit';
import styles from './emoji-picker.module.css';

const CELLS = Array.from({ length: 48 }, (_, index) => index);

/** Placeholder of the picker while it loads. */
export function PickerSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden className={styles.skeletonField} />
      <span aria-hidden className={styles.skeletonGrid}>
        {CELLS.map((cell) => (
          <i key={cell} />
        ))}
      </span>
    </div>
  );
}
