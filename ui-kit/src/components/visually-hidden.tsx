import type { HTMLAttributes } from 'react';
import styles from './visually-hidden.module.css';

/** Text for screen readers only. */
export function VisuallyHidden(props: HTMLAttributes<HTMLDivElement>) {
  return <div {...props} className={styles.hidden} />;
}
