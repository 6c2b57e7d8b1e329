import type { ReactNode } from 'react';
import styles from './snippet-line.module.css';

interface SnippetLineProps {
  /** Who said it, or what it is. */
  lead?: ReactNode;
  text: string;
}

/** A message in one line, of which the beginning is seen whatever its language and that of the page. */
export function SnippetLine({ lead, text }: SnippetLineProps) {
  return (
    <span className={styles.line}>
      {lead !== undefined && (
        <span className={styles.lead} dir="auto">
          {lead}
        </span>
      )}{' '}
      <span className={styles.text} dir="auto">
        {text}
      </span>
    </span>
  );
}
