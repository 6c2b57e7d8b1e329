import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import type { FeedPost, QuoteContent } from '../api/feed';
import { LikeButton } from './like-button';
import { PublishedOn } from './published-on';
import styles from './quote-card.module.css';

const TONES = ['pine', 'sun', 'mist'] as const;

/** Returns the colours of a quote, the same on every visit. */
function toneOf(id: string): (typeof TONES)[number] {
  const sum = [...id].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return TONES[sum % TONES.length] ?? 'pine';
}

/** Words that fill a line or two are set larger. */
const isShort = (text: string) => text.length < 90;

/** A quote with its author. */
export function QuoteCard({ post, content }: { post: FeedPost; content: QuoteContent }) {
  const { t } = useTranslation('feed');
  const authorId = useId();
  const { localeText, localeAuthor, localeMtCuratedNote: note } = content;
  return (
    <article className={styles.card} data-tone={toneOf(post.id)} aria-labelledby={authorId}>
      <figure className={styles.figure}>
        <blockquote className={styles.quote} data-short={isShort(localeText) || undefined}>
          <p dir="auto">{localeText}</p>
        </blockquote>
        <figcaption className={styles.author} id={authorId} dir="auto">
          {localeAuthor}
        </figcaption>
      </figure>
      {note !== '' && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
      <div className={styles.actions}>
        <PublishedOn day={post.publishedOn} />
        <LikeButton post={post} name={t('feed.quoteBy', { author: localeAuthor })} />
      </div>
    </article>
  );
}
