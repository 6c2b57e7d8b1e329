import { Bookmark } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { useBookmark } from '../api/learning';
import type { SessionCard } from '../types';
import styles from './bookmark-button.module.css';

interface BookmarkButtonProps {
  session: SessionCard;
  className?: string | undefined;
}

/** Bookmarks a session, or takes the bookmark away. */
export function BookmarkButton({ session, className = '' }: BookmarkButtonProps) {
  const { t } = useTranslation('learning');
  const { id, localeTitle, isBookmarked } = session;
  const { mutate } = useBookmark();
  return (
    <button
      type="button"
      className={`${styles.bookmark} ${className}`}
      aria-pressed={isBookmarked}
      aria-label={t('bookmark.add', { title: localeTitle })}
      onClick={() => mutate({ session: id, bookmarked: !isBookmarked })}
    >
      <Bookmark aria-hidden size={20} strokeWidth={1.9} />
    </button>
  );
}
