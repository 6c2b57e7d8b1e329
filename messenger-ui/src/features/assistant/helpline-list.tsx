import { Phone } from 'lucide-react';
import type { Helpline } from '../../model/message';
import styles from './helpline-list.module.css';

/** Helplines, each one touch away. */
export function HelplineList({ helplines }: { helplines: readonly Helpline[] }) {
  return (
    <ul className={styles.lines}>
      {helplines.map((line) => (
        <li key={line.phone} className={styles.line}>
          <a className={styles.call} href={`tel:${line.phone.replace(/[^\d+]/gu, '')}`}>
            <Phone aria-hidden size={18} />
            <span className={styles.name} dir="auto">
              {line.name}
            </span>{' '}
            <bdi className={styles.phone}>{line.phone}</bdi>
          </a>
          {line.url !== null && (
            <a className={styles.page} href={line.url} target="_blank" rel="noopener noreferrer nofollow">
              {new URL(line.url).hostname.replace(/^www\./u, '')}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
