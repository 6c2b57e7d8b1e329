import type { ReactNode, Ref } from 'react';
import { Avatar } from 'ui-kit';
import type { Person } from '../hooks/use-people';
import styles from './bubble.module.css';
import { FoldedText, isLong } from './folded-text';
import { MessageText } from './message-text';

/** Position of a message in its group: messages of one author within a short time. */
export interface Grouping {
  isFirst: boolean;
  isLast: boolean;
}

interface MessageFrameProps extends Grouping {
  /** Accessible name of the message. */
  label: string;
  isOwn: boolean;
  /** Shown with name and picture; null where the author is evident. */
  author: Person | null;
  /** The bubble and the content below it. */
  children: ReactNode;
}

/** Row of a message: aligns the bubble and shows the author of a group. */
export function MessageFrame({ label, isOwn, author, isFirst, isLast, children }: MessageFrameProps) {
  return (
    <article
      className={styles.row}
      aria-label={label}
      data-own={isOwn || undefined}
      data-first={isFirst || undefined}
      data-last={isLast || undefined}
      data-named={author !== null || undefined}
    >
      {author && (
        <span className={styles.picture}>
          {isFirst && <Avatar id={author.userId} name={author.name} picture={author.picture} size={32} />}
        </span>
      )}
      <div className={styles.column}>
        {author && isFirst && <p className={styles.author}>{author.name}</p>}
        {children}
      </div>
    </article>
  );
}

interface BubbleProps {
  ref?: Ref<HTMLDivElement>;
  isOwn?: boolean;
  isPending?: boolean;
  isEmojiOnly?: boolean;
  isDeleted?: boolean;
  children: ReactNode;
}

export function Bubble({ ref, isOwn, isPending, isEmojiOnly, isDeleted, children }: BubbleProps) {
  return (
    <div
      ref={ref}
      className={styles.bubble}
      data-own={isOwn || undefined}
      data-pending={isPending || undefined}
      data-emoji={isEmojiOnly || undefined}
      data-deleted={isDeleted || undefined}
    >
      {children}
    </div>
  );
}

interface BubbleTextProps {
  text: string;
  time: string;
  selfId: string;
  /** State of the message, beside the time. */
  children?: ReactNode;
}

/** Text of a message with its time in the corner. */
export function BubbleText({ text, time, selfId, children }: BubbleTextProps) {
  const meta = (
    <>
      <time>{time}</time>
      {children}
    </>
  );
  if (text === '') return <p className={styles.meta}>{meta}</p>;
  const body = <MessageText text={text} selfId={selfId} />;
  if (isLong(text)) {
    return (
      <>
        <FoldedText text={text}>{body}</FoldedText>
        <p className={styles.meta}>{meta}</p>
      </>
    );
  }
  return (
    <div className={styles.text} dir="auto">
      {body}
      {/* An invisible copy reserves space after the last word; the visible one is positioned in the corner. */}
      <span aria-hidden className={styles.spacer}>
        {meta}
      </span>
      <span className={styles.corner}>{meta}</span>
    </div>
  );
}
