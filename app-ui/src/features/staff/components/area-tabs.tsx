import { Link } from 'react-router';
import styles from './area-tabs.module.css';

interface AreaTab {
  to: string | { pathname?: string; search: string };
  label: string;
  isCurrent: boolean;
}

/** The lists of an area. */
export function AreaTabs({ label, tabs }: { label: string; tabs: readonly AreaTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          className={styles.tab}
          to={tab.to}
          aria-current={tab.isCurrent ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
