import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A screen of a call on which there is something to read or to decide. */
export function Panel({ icon: Icon, title, children, actions }: PanelProps) {
  return (
    <div className={styles.panel}>
      <span className={styles.mark}>
        <Icon aria-hidden size={24} strokeWidth={1.75} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
