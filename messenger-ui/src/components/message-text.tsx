import { useMemo } from 'react';
import { type Block, type Inline, parseFormatting } from '../model/formatting';
import styles from './message-text.module.css';

/** Renders message markup: escaped text with formatting, http(s) links and mention chips. */
export function MessageText({ text, selfId }: { text: string; selfId: string }) {
  const blocks = useMemo(() => parseFormatting(text), [text]);
  // The index is a stable key: parts of a text never move.
  return blocks.map((block, index) => <BlockView key={index.toString()} block={block} selfId={selfId} />);
}

function BlockView({ block, selfId }: { block: Block; selfId: string }) {
  if (block.kind === 'paragraph') {
    // A span ends in the line of the time.
    return (
      <span className={styles.paragraph}>
        <Inlines inlines={block.children} selfId={selfId} />
      </span>
    );
  }
  if (block.kind === 'code') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      <pre className={styles.code} dir="ltr" tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    );
  }
  const items = block.items.map((item, index) => (
    <li key={index.toString()} dir="auto">
      <Inlines inlines={item} selfId={selfId} />
    </li>
  ));
  return block.start === null ? (
    <ul className={styles.list}>{items}</ul>
  ) : (
    <ol className={styles.list} start={block.start}>
      {items}
    </ol>
  );
}

function Inlines({ inlines, selfId }: { inlines: readonly Inline[]; selfId: string }) {
  return inlines.map((inline, index) => {
    const key = index.toString();
    switch (inline.kind) {
      case 'bold':
        return (
          <strong key={key}>
            <Inlines inlines={inline.children} selfId={selfId} />
          </strong>
        );
      case 'italic':
        return (
          <em key={key}>
            <Inlines inlines={inline.children} selfId={selfId} />
          </em>
        );
      case 'inlineCode':
        return (
          <code key={key} className={styles.inlineCode}>
            {inline.text}
          </code>
        );
      case 'mention':
        return (
          <span key={key} className={styles.mention} data-self={inline.userId === selfId || undefined}>
            @{inline.name}
          </span>
        );
      case 'link':
        return (
          <a
            key={key}
            className={styles.link}
            href={inline.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {inline.text}
          </a>
        );
      default:
        return <span key={key}>{inline.text}</span>;
    }
  });
}
