import styles from './progress-ring.module.css';

const RADIUS = 13;
const AROUND = 2 * Math.PI * RADIUS;

/** How much of a file has left, drawn over its picture. */
export function ProgressRing({ part, label }: { part: number; label: string }) {
  return (
    <span
      className={styles.veil}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
    >
      <svg aria-hidden="true" className={styles.ring} viewBox="0 0 32 32">
        <circle className={styles.track} cx="16" cy="16" r={RADIUS} />
        <circle
          className={styles.bar}
          cx="16"
          cy="16"
          r={RADIUS}
          strokeDasharray={AROUND}
          // A little from the start, so that one sees it is under way.
          strokeDashoffset={AROUND * (1 - Math.max(0.06, part))}
        />
      </svg>
    </span>
  );
}
