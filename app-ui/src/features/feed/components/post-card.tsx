import { ArrowRight, ArrowUpRight, Mail, Sparkles } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import { TextBlocks } from '../../../shared/rich-text/rich-text';
import { type FeedPost, type PostContent, reportClick } from '../api/feed';
import { LikeButton } from './like-button';
import styles from './post-card.module.css';
import { PublishedOn } from './published-on';

/** A post: picture, text, the programme's note and a link. */
export function PostCard({ post, content }: { post: FeedPost; content: PostContent }) {
  const { t } = useTranslation('feed');
  const titleId = useId();
  const { localeTitle, localeMtCuratedNote: note } = content;
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      {content.thumbnail && (
        <img
          className={styles.picture}
          src={content.thumbnail}
          alt={content.thumbnailAlt}
          width={640}
          height={400}
          loading="lazy"
        />
      )}
      <div className={styles.body}>
        <p className={styles.day}>
          <PublishedOn day={post.publishedOn} />
        </p>
        <h2 className={styles.title} id={titleId} dir="auto">
          {localeTitle}
        </h2>
        <TextBlocks blocks={content.blocks} />
        {note !== '' && (
          <div className={styles.note}>
            <Sparkles aria-hidden size={18} strokeWidth={1.75} />
            <div>
              <p className={styles.noteTitle}>{t('feed.note')}</p>
              <p dir="auto">{note}</p>
            </div>
          </div>
        )}
        <div className={styles.actions}>
          {content.link !== null && <PostLink id={post.id} href={content.link} title={localeTitle} />}
          <LikeButton post={post} name={localeTitle} />
        </div>
      </div>
    </article>
  );
}

function PostLink({ id, href, title }: { id: string; href: string; title: string }) {
  const { t } = useTranslation('feed');
  const report = () => reportClick(id);
  // A press of the middle button is no click.
  const shared = { className: styles.link, onClick: report, onAuxClick: report };
  const name = <VisuallyHidden>: {title}</VisuallyHidden>;
  if (href.startsWith('/')) {
    return (
      <Link to={href} {...shared}>
        {t('feed.open')}
        {name}
        <ArrowRight aria-hidden className={styles.flip} size={16} />
      </Link>
    );
  }
  if (href.startsWith('mailto:')) {
    return (
      <a href={href} {...shared}>
        {t('feed.write')}
        {name}
        <Mail aria-hidden size={16} />
      </a>
    );
  }
  // The server allows no other addresses.
  if (!href.startsWith('https://')) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" {...shared}>
      {t('feed.readAt', { site: hostOf(href) })}
      {name}
      <VisuallyHidden> {t('feed.newTab')}</VisuallyHidden>
      <ArrowUpRight aria-hidden className={styles.flip} size={16} />
    </a>
  );
}

/** Returns the site of an address for people. */
const hostOf = (href: string): string => new URL(href).hostname.replace(/^www\./, '');
