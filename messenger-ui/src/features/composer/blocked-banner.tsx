import { UnstyledButton } from '@mantine/core';
import { Banner, useErrorText, useTranslation } from 'ui-kit';
import { useBlock, useBlocked } from '../../hooks/use-blocks';
import { type Channel, counterpart } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import styles from './blocked-banner.module.css';

/** Replaces the composer of a blocked channel. Offers to unblock only to the person who blocked. */
export function BlockedBanner({ channel }: { channel: Channel }) {
  const { t } = useTranslation('messenger');
  const { self } = useChat();
  const blocked = useBlocked();
  const errorText = useErrorText();
  const other = counterpart(channel, self.id);
  const unblock = useBlock();
  return (
    <Banner tone="info">
      {t('blocked.paused')}
      {other && blocked.has(other.userId) && (
        <UnstyledButton
          className={styles.action}
          disabled={unblock.isPending}
          onClick={() => unblock.mutate({ userId: other.userId, on: false })}
        >
          {t('blocked.unblock', { name: other.userFullName })}
        </UnstyledButton>
      )}
      {unblock.error && <span role="alert">{errorText(unblock.error)}</span>}
    </Banner>
  );
}
