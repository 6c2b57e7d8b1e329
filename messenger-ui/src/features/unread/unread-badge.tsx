import { useTranslation, VisuallyHidden } from 'ui-kit';
import type { Unread } from '../../model/unread';
import styles from './unread-badge.module.css';

const MOST_SHOWN = 99;

/** How many messages are unread, with an '@' where one of them mentions the person. */
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
        {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      </span>
      <VisuallyHidden>
        {isTagged ? t('unread.tagged', { count }) : t('unread.count', { count })}
      </VisuallyHidden>
    </span>
  );
}
