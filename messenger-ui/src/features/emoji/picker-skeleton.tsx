import { VisuallyHidden } from 'ui-kit';
import styles from './emoji-picker.module.css';

const PLACES = Array.from({ length: 48 }, (_, index) => index);

/** The picker before it is there, in its own shape. */
export function PickerSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden className={styles.skeletonField} />
      <span aria-hidden className={styles.skeletonGrid}>
        {PLACES.map((place) => (
          <i key={place} />
        ))}
      </span>
    </div>
  );
}
