import styles from './illustrations.module.css';

/** Decorative illustration of the auth pages: a mentor and a mentee on a hill at daybreak. */
export function Valley() {
  return (
    <svg
      aria-hidden="true"
      className={`${styles.scene} ${styles.filled}`}
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMid slice"
      focusable="false"
    >
      <rect className={styles.sky} width="800" height="900" />
      <circle className={styles.halo2} cx="520" cy="400" r="330" />
      <circle className={styles.halo1} cx="520" cy="400" r="230" />
      <circle className={styles.sun} cx="520" cy="400" r="140" />
      <path className={styles.far} d="M0 470c110-70 210-84 320-40s190 66 290 14 140-46 190-30v486H0z" />
      <path className={styles.middle} d="M0 590c150-50 250-36 380 4s260 40 420-44v350H0z" />
      <path
        className={styles.river}
        d="M330 900c-14-92 60-126 150-150s136-52 92-90-132-30-126-58c3-14 26-22 52-26-12 10-20 18-14 26 18 22 148 16 176 72s-46 92-112 116-84 62-68 110z"
      />
      <path className={styles.near} d="M0 690c80-58 190-78 276-44 90 36 126 120 250 254H0z" />
      <circle className={styles.elder} cx="168" cy="522" r="33" />
      <path className={styles.elder} d="M112 668v-40c0-34 24-60 56-60s56 26 56 60v26c-34-8-72-4-112 14z" />
      <circle className={styles.younger} cx="272" cy="562" r="27" />
      <path className={styles.younger} d="M226 650v-10c0-28 20-48 46-48s46 20 46 48v34c-26-16-56-24-92-24z" />
      <path className={styles.front} d="M0 780c120-60 240-50 330 0s150 80 230 120H0z" />
      <path className={styles.front} d="M800 760c-110-6-190 40-250 140h250z" />
    </svg>
  );
}
