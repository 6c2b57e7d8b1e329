import { shownCount, VisuallyHidden } from 'ui-kit';
import styles from './count-badge.module.css';

interface CountBadgeProps {
  count: number;
  /** A sign before the number. */
  sign?: string;
  /** The text for screen readers. */
  label: string;
}

/** The number of what waits for a person; nothing if nothing does. */
export function CountBadge({ count, sign = '', label }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">
        {sign}
        {shownCount(count)}
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
