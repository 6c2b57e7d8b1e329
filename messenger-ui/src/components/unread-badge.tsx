import { shownCount, useTranslation, VisuallyHidden } from 'ui-kit';
import type { Unread } from '../model/unread';
import styles from './unread-badge.module.css';

/** Number of unread messages, with an '@' if one of them mentions the person. */
export function UnreadBadge({ unread: { count, isTagged } }: { unread: Unread }) {
  const { t } = useTranslation('messenger');
  if (count === 0) return null;
  return (
    <span className={styles.badges}>
      {isTagged && (
        <span className={styles.tag} aria-hidden>
          @
        </span>
      )}
      <span className={styles.count} aria-hidden>
        {shownCount(count)}
      </span>
      <VisuallyHidden>
        {isTagged ? t('unread.mentioned', { count }) : t('unread.count', { count })}
      </VisuallyHidden>
    </span>
  );
}
