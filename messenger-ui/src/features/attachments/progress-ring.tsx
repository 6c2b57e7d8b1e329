import styles from './progress-ring.module.css';

const RADIUS = 13;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** Upload progress, drawn over the image. */
export function ProgressRing({ progress, label }: { progress: number; label: string }) {
  return (
    <span
      className={styles.overlay}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(progress * 100)}
    >
      <svg aria-hidden="true" className={styles.ring} viewBox="0 0 32 32">
        <circle className={styles.track} cx="16" cy="16" r={RADIUS} />
        <circle
          className={styles.bar}
          cx="16"
          cy="16"
          r={RADIUS}
          strokeDasharray={CIRCUMFERENCE}
          // Starts with a small arc, so that progress is visible at once.
          strokeDashoffset={CIRCUMFERENCE * (1 - Math.max(0.06, progress))}
        />
      </svg>
    </span>
  );
}
