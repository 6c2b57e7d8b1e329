import { Heart } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { FeedPost } from '../api/feed';
import { useLike } from '../hooks/use-like';
import styles from './like-button.module.css';

/** Likes an item, or takes the like back. `name` is the item's name for assistive technology. */
export function LikeButton({ post, name }: { post: FeedPost; name: string }) {
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
