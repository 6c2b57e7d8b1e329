import { splitName } from '../model/files';
import styles from './file-name.module.css';

/** The name of a file in one line. Where it does not fit, it is cut in the middle, so that its end stays visible. */
export function FileName({ name, className = '' }: { name: string; className?: string | undefined }) {
  const { start, end } = splitName(name);
  return (
    <span className={`${styles.name} ${className}`} title={name} dir="auto">
      <span className={styles.start}>{start}</span>
      {end !== '' && <span className={styles.end}>{end}</span>}
    </span>
  );
}
