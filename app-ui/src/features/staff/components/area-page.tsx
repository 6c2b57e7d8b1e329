import type { ReactNode } from 'react';
import styles from './area-page.module.css';

interface AreaPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A page of the console: what it is, and its list. */
export function AreaPage({ title, lead, children }: AreaPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      {children}
    </div>
  );
}
