import type { ReactNode } from 'react';
import styles from './record-title.module.css';

/** The heading of the page of a record. It gets the focus that an act has lost. */
export function RecordTitle({ children }: { children: ReactNode }) {
  return (
    <h1 className={styles.title} tabIndex={-1}>
      {children}
    </h1>
  );
}
