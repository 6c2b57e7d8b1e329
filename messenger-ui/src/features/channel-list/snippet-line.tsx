import type { ReactNode } from 'react';
import styles from './snippet-line.module.css';

interface SnippetLineProps {
  /** Author or kind of the text. */
  lead?: ReactNode;
  text: string;
}

/** A message in one line, truncated at its end in either writing direction. */
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
