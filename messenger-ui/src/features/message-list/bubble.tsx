import type { ReactNode, Ref } from 'react';
import { Avatar } from 'ui-kit';
import { isEmojiOnly } from '../../model/markup';
import type { Person } from '../conversation/people';
import styles from './bubble.module.css';
import { MessageText } from './message-text';
import type { Grouping } from './rows';

interface BubbleProps extends Grouping {
  author: Person;
  isOwn: boolean;
  selfId: string;
  text: string;
  time: string;
  /** How a screen reader names the whole message. */
  label: string;
  /** Names and pictures of the authors; superfluous between two. */
  showAuthor: boolean;
  attachments?: ReactNode;
  /** Beside the bubble. */
  receipts?: ReactNode;
  /** Within the line of the time. */
  state?: ReactNode;
  /** Below the bubble. */
  actions?: ReactNode;
  isWaiting?: boolean;
  /** Above the text: what it answers. */
  quote?: ReactNode;
  /** Beside the bubble: what can be done with it. */
  menu?: ReactNode;
  bubbleRef?: Ref<HTMLDivElement>;
}

export function Bubble({
  author,
  isOwn,
  selfId,
  text,
  time,
  label,
  showAuthor,
  isFirst,
  isLast,
  attachments,
  receipts,
  state,
  actions,
  isWaiting,
  quote,
  menu,
  bubbleRef,
}: BubbleProps) {
  const named = showAuthor && !isOwn;
  const meta = (
    <>
      <time>{time}</time>
      {state}
    </>
  );
  return (
    <article
      className={styles.row}
      aria-label={label}
      data-own={isOwn || undefined}
      data-first={isFirst || undefined}
      data-last={isLast || undefined}
      data-named={named || undefined}
    >
      {named && (
        <span className={styles.picture}>
          {isFirst && <Avatar id={author.userId} name={author.name} picture={author.picture} size={32} />}
        </span>
      )}
      <div className={styles.column}>
        {named && isFirst && <p className={styles.author}>{author.name}</p>}
        <div
          ref={bubbleRef}
          className={styles.bubble}
          data-own={isOwn || undefined}
          data-waiting={isWaiting || undefined}
          data-emoji={isEmojiOnly(text) || undefined}
        >
          {quote}
          {attachments}
          {text === '' ? (
            <p className={styles.meta}>{meta}</p>
          ) : (
            <p className={styles.text} dir="auto">
              <MessageText text={text} selfId={selfId} />
              {/* Keeps room for the time behind the last word; the visible one stands in the corner. */}
              <span aria-hidden className={styles.room}>
                {meta}
              </span>
              <span className={styles.corner}>{meta}</span>
            </p>
          )}
          {receipts}
          {menu}
        </div>
        {actions}
      </div>
    </article>
  );
}
