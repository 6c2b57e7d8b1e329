import styles from './bar.module.css';

interface BarProps {
  /** 0 to 1. */
  share: number;
  /** The second of two series. */
  isSecond?: boolean;
}

/** A share as a bar, beside its number: hidden from screen readers. */
export function Bar({ share, isSecond = false }: BarProps) {
  return (
    <span className={styles.track} data-second={isSecond || undefined} aria-hidden>
      <span className={styles.bar} style={{ inlineSize: `${Math.min(Math.max(share, 0), 1) * 100}%` }} />
    </span>
  );
}
