import type { SessionCard } from '../types';
import styles from './tags.module.css';

/** The tags of a session. */
export function Tags({ tags }: { tags: SessionCard['tags'] }) {
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags}>
      {tags.map(({ key, localeLabel }) => (
        <li key={key} dir="auto">
          {localeLabel}
        </li>
      ))}
    </ul>
  );
}
