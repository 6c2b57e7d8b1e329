import type { ReactNode } from 'react';
import { HorizonPanel } from '../scenery/horizon-panel';
import styles from './place-page.module.css';

interface PlacePageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** An area of the product: its name in the valley's sky, and below it what this person has there. */
export function PlacePage({ title, lead, children }: PlacePageProps) {
  return (
    <div className={styles.page}>
      <HorizonPanel>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </HorizonPanel>
      <div className={styles.card}>{children}</div>
    </div>
  );
}
