import type { ReactNode } from 'react';
import { Logo } from 'ui-kit';
import { MAIN_ID } from './main-id';
import styles from './page-message.module.css';

interface PageMessageProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A page with a single message. */
export function PageMessage({ title, children, action }: PageMessageProps) {
  return (
    <main className={styles.page} id={MAIN_ID} tabIndex={-1}>
      <div className={styles.card}>
        <Logo />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{children}</p>
        {action}
      </div>
    </main>
  );
}
