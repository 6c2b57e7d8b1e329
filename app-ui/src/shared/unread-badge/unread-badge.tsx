import type { UnreadTotal } from 'messenger-ui/unread-total';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import styles from './unread-badge.module.css';

/** Number of unread messages, with "@" if one of them mentions the person. */
export function UnreadBadge({ unread: { count, isTagged } }: { unread: UnreadTotal }) {
  const { t } = useTranslation('app');
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">
        {isTagged && '@ '}
        {count > 99 ? '99+' : count}
      </span>
      <VisuallyHidden>{t(isTagged ? 'shell.unreadTagged' : 'shell.unread', { count })}</VisuallyHidden>
    </span>
  );
}
