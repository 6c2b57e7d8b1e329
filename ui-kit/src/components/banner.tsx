import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const;

interface BannerProps {
  tone?: keyof typeof icons;
  /** `alert` is announced at once; use it only for effects of the person's own action. */
  role?: 'alert' | 'status' | 'note';
  children: ReactNode;
  action?: ReactNode;
}

/** A message about the content below it. */
export function Banner({ tone = 'info', role = 'status', children, action }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div className={styles.banner} data-tone={tone} role={role}>
      <Icon aria-hidden className={styles.icon} size={18} strokeWidth={2} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
