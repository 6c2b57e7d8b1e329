import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './call-screen.module.css';

type CallScreenProps = (
  | { icon: LucideIcon; picture?: undefined }
  | { icon?: undefined; picture: ReactNode }
) & {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
};

/** Layout of the call's text screens: icon or picture, title, text and actions. */
export function CallScreen({ icon: Icon, picture, title, children, actions }: CallScreenProps) {
  return (
    <div className={styles.screen}>
      {picture}
      {Icon && (
        <span className={styles.icon}>
          <Icon aria-hidden size={24} strokeWidth={1.75} />
        </span>
      )}
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
