import type { ReactNode } from 'react';
import styles from './horizon-panel.module.css';
import illustration from './illustrations.module.css';

interface HorizonPanelProps {
  /** Whether it keeps the picture on a phone, where other pages begin with what they are for. */
  isHero?: boolean;
  children: ReactNode;
}

/** A wide illustration with content in its upper part. */
export function HorizonPanel({ isHero = false, children }: HorizonPanelProps) {
  return (
    <div
      className={`${illustration.scene} ${illustration.panel} ${styles.panel}`}
      data-hero={isHero || undefined}
    >
      <svg
        aria-hidden="true"
        className={styles.picture}
        viewBox="0 0 560 200"
        preserveAspectRatio="xMaxYMax slice"
        focusable="false"
      >
        <circle className={illustration.halo2} cx="400" cy="112" r="150" />
        <circle className={illustration.halo1} cx="400" cy="112" r="104" />
        <circle className={illustration.sun} cx="400" cy="112" r="62" />
        <path className={illustration.far} d="M0 200c60-14 120-60 210-50s110 36 180 12 120-38 170-20v58z" />
        <path className={illustration.middle} d="M90 200c60-30 130-44 210-30s160 26 260-14v44z" />
        <circle className={illustration.elder} cx="256" cy="108" r="13" />
        <path className={illustration.elder} d="M233 172v-22c0-14 10-24 23-24s23 10 23 24v24z" />
        <circle className={illustration.younger} cx="298" cy="125" r="11" />
        <path className={illustration.younger} d="M279 176v-13c0-12 8-20 19-20s19 8 19 20v17z" />
        <path className={illustration.near} d="M130 200c50-26 110-38 166-32s100 22 150 32z" />
        <path className={illustration.front} d="M400 200c50-24 100-32 160-30v30z" />
      </svg>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
