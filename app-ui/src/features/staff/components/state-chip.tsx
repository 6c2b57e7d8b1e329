import type { ReactNode } from 'react';
import styles from './state-chip.module.css';

interface StateChipProps {
  /** It waits for staff, or goes on now. */
  isCurrent: boolean;
  children: ReactNode;
}

/** Where something stands, in a word. */
export function StateChip({ isCurrent, children }: StateChipProps) {
  return (
    <span className={styles.state} data-current={isCurrent || undefined}>
      {children}
    </span>
  );
}
