import { Heart } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { FeedPost } from '../api/feed';
import { type LikedPost, useLike } from '../hooks/use-like';
import styles from './like-button.module.css';

/**
 * Likes an item, or takes the like back. `name` is the item's name for assistive technology. Nothing where the person sees no
 * likes.
 */
export function LikeButton({ post, name }: { post: FeedPost; name: string }) {
  if (post.feedLikes === null) return null;
  return <ShownLikeButton post={{ ...post, feedLikes: post.feedLikes }} name={name} />;
}

function ShownLikeButton({ post, name }: { post: LikedPost; name: string }) {
  const { t } = useTranslation('feed');
  const { isLiked, count, toggle } = useLike(post);
  return (
    <button
      type="button"
      className={styles.like}
      aria-pressed={isLiked}
      aria-label={`${t('feed.like', { name })} · ${t('feed.likes', { count })}`}
      onClick={toggle}
    >
      <Heart aria-hidden className={styles.heart} size={20} strokeWidth={1.9} />
      <span aria-hidden>{count > 0 ? count : t('feed.likeShort')}</span>
    </button>
  );
}
