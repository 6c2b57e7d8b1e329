import { Link } from 'react-router';
import type { Schemas } from 'ui-kit';
import { highlight } from './highlight';
import styles from './rich-text.module.css';

export type Block = Schemas['TextBlock'];
type Span = Schemas['TextSpan'];

/** Renders a text of the programme from blocks, never from markup, so it cannot inject code. */
export function TextBlocks({ blocks, words = [] }: { blocks: readonly Block[]; words?: readonly string[] }) {
  return (
    <div className={styles.text}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is replaced as a whole
        <OneBlock key={index} block={block} words={words} />
      ))}
    </div>
  );
}

function OneBlock({ block, words }: { block: Block; words: readonly string[] }) {
  if (block.kind === 'paragraph') {
    return (
      <p dir="auto">
        <Spans spans={block.spans} words={words} />
      </p>
    );
  }
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul';
    return (
      <List>
        {block.items.map((spans, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={index} dir="auto">
            <Spans spans={spans} words={words} />
          </li>
        ))}
      </List>
    );
  }
  // The page title is the only first-level heading.
  const Heading = block.level <= 2 ? 'h2' : 'h3';
  return (
    <Heading id={block.id} tabIndex={-1} dir="auto">
      <Spans spans={block.spans} words={words} />
    </Heading>
  );
}

function Spans({ spans, words }: { spans: readonly Span[]; words: readonly string[] }) {
  return spans.map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <OneSpan key={index} span={span} words={words} />
  ));
}

function OneSpan({ span, words }: { span: Span; words: readonly string[] }) {
  let content = <Highlighted text={span.text} words={words} />;
  if (span.isEmphasised) content = <em>{content}</em>;
  if (span.isStrong) content = <strong>{content}</strong>;
  if (span.href === undefined || span.href === null) return content;
  if (span.href.startsWith('/')) return <Link to={span.href}>{content}</Link>;
  return (
    <a
      href={span.href}
      rel="noopener noreferrer"
      target={span.href.startsWith('https') ? '_blank' : undefined}
    >
      {content}
    </a>
  );
}

/** A text with its searched words marked. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return <>{text}</>;
  return highlight(text, words).map(({ text: piece, isHit }, index) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <mark key={index} className={styles.mark}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}

/** Returns the plain text of blocks. */
export function plainText(blocks: readonly Block[]): string {
  const words = (spans: readonly Span[]) => spans.map(({ text }) => text).join('');
  return blocks
    .map((block) => (block.kind === 'list' ? block.items.map(words).join(' ') : words(block.spans)))
    .join(' ');
}
