import type { ReactNode } from 'react';
import { HorizonPanel } from '../illustrations/horizon-panel';
import styles from './panel-page.module.css';

interface PanelPageProps {
  title: string;
  lead: string | null;
  children: ReactNode;
}

/** A page with an illustrated header and a card. */
export function PanelPage({ title, lead, children }: PanelPageProps) {
  return (
    <div className={styles.page}>
      <HorizonPanel>
        <h1 className={styles.title}>{title}</h1>
        {lead !== null && <p className={styles.lead}>{lead}</p>}
      </HorizonPanel>
      <div className={styles.card}>{children}</div>
    </div>
  );
}
