import type { Composition } from '../../model/compose';
import styles from './mention-highlights.module.css';

/** The same text behind the text field: it gives the field its height and marks the mentions. */
export function MentionHighlights({
  composition,
  className,
}: {
  composition: Composition;
  className?: string | undefined;
}) {
  const { text, mentions } = composition;
  let end = 0;
  const pieces = mentions.map((mention) => {
    const before = text.slice(end, mention.start);
    end = mention.end;
    return (
      <span key={mention.start}>
        {before}
        <mark className={styles.mention}>{text.slice(mention.start, mention.end)}</mark>
      </span>
    );
  });
  return (
    <div aria-hidden className={className} dir={text === '' ? undefined : 'auto'}>
      {pieces}
      {/* A line break at the end needs something after it to have a height. */}
      {`${text.slice(end)}\u200b`}
    </div>
  );
}
