import { useMemo } from 'react';
import { parseMarkup } from '../../model/markup';
import styles from './message-text.module.css';

/** The text of a message: React escapes it, links are http(s), mentions are chips. */
export function MessageText({ text, selfId }: { text: string; selfId: string }) {
  const segments = useMemo(() => parseMarkup(text), [text]);
  return segments.map((segment, index) => {
    // Segments never move within a text that never changes.
    const key = index;
    switch (segment.kind) {
      case 'mention':
        return (
          <span key={key} className={styles.mention} data-self={segment.userId === selfId || undefined}>
            @{segment.name}
          </span>
        );
      case 'link':
        return (
          <a
            key={key}
            className={styles.link}
            href={segment.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {segment.text}
          </a>
        );
      default:
        return <span key={key}>{segment.text}</span>;
    }
  });
}
