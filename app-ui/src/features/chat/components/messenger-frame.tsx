import type { ReactNode } from 'react';
import { AppNavigation } from './app-navigation';
import styles from './messenger-frame.module.css';

/** The messenger within a page of the app: 970 by 530 pixels, or the whole of a small screen. */
export function MessengerFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AppNavigation>
      <div className={styles.page}>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.frame}>{children}</div>
      </div>
    </AppNavigation>
  );
}
