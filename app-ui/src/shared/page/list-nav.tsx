import { NavLink } from 'react-router';
import styles from './list-nav.module.css';

interface ListNavProps {
  label: string;
  /** The lists by address. */
  lists: readonly { to: string; name: string }[];
}

/** Links to the lists of an area; the open one is marked. */
export function ListNav({ label, lists }: ListNavProps) {
  return (
    <nav className={styles.lists} aria-label={label}>
      {lists.map(({ to, name }) => (
        <NavLink key={to} to={to} end className={styles.list ?? ''}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
