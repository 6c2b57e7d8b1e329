import type { UnreadTotal } from 'messenger-ui/unread-total';
import { useTranslation } from 'ui-kit';
import { CountBadge } from './count-badge';

/** Number of unread messages, with "@" if one of them mentions the person. */
export function UnreadBadge({ unread: { count, isTagged } }: { unread: UnreadTotal }) {
  const { t } = useTranslation('app');
  const label = t(isTagged ? 'shell.unreadTagged' : 'shell.unread', { count });
  return <CountBadge count={count} sign={isTagged ? '@ ' : ''} label={label} />;
}
