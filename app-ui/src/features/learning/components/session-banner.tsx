import type { ReactNode } from 'react';
import './session-colors.css';
import styles from './session-banner.module.css';

interface SessionBannerProps {
  src: string;
  /** `wide`: above a page, where there is room. */
  shape: 'card' | 'wide';
  /** What lies over the picture. */
  children?: ReactNode;
}

/** The picture of a session over a line in its colour, which an element around it names by `data-color`. */
export function SessionBanner({ src, shape, children }: SessionBannerProps) {
  const size =
    shape === 'card' ? ({ width: 320, height: 160, loading: 'lazy' } as const) : { width: 960, height: 320 };
  return (
    <div className={styles.banner} data-shape={shape}>
      <img src={src} alt="" {...size} />
      {children}
    </div>
  );
}
