import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { FeedPost, PostContent, QuoteContent } from '../api/feed';
import styles from './feed-card.module.css';
import { PostCard } from './post-card';
import { QuoteCard } from './quote-card';

/** Shows one item of the feed by its type. */
export function FeedCard({ post }: { post: FeedPost }) {
  if (post.event === 'post') return <PostCard post={post} content={post.contentObject as PostContent} />;
  if (post.event === 'quote') return <QuoteCard post={post} content={post.contentObject as QuoteContent} />;
  return <UnsupportedCard />;
}

/** An item of a type that a later server has. The words are those of the specification. */
function UnsupportedCard() {
  const { t } = useTranslation('feed');
  return (
    <p className={styles.unsupported}>
      <CircleHelp aria-hidden size={20} />
      {t('feed.unsupported')}
    </p>
  );
}
