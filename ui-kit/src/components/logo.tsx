import styles from './logo.module.css';

/** The logo without the name. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className={styles.mark} width={size} height={size} viewBox="0 0 32 32">
      <rect className={styles.tile} width="32" height="32" rx="9" />
      <circle className={styles.elder} cx="10.6" cy="10.2" r="3.4" />
      <path className={styles.elder} d="M5.5 25.5v-4.6a5.4 5.4 0 0 1 5.4-5.4c3 0 5.1 2.1 5.1 5.1v4.9z" />
      <circle className={styles.younger} cx="21.8" cy="13.1" r="2.9" />
      <path className={styles.younger} d="M16 25.5v-1.9c0-3.2 2.2-5.6 5.3-5.6 3 0 5.2 2.3 5.2 5.2v2.3z" />
    </svg>
  );
}

/** The logo with the name. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <span className={styles.logo}>
      <LogoMark size={size} />
      <span className={styles.name}>Mentor Hub</span>
    </span>
  );
}
