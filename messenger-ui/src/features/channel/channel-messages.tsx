import { ErrorState, LoadingState, useTranslation } from 'ui-kit';
import type { ChannelStore } from '../../model/channel-store';
import type { Channel } from '../../model/channels';
import { useStore } from '../../shell/use-store';
import { PreviewProvider } from '../attachments/preview-provider';
import { MessageList } from '../message-list/message-list';
import type { PendingActions } from '../message-list/pending-row';

interface ChannelMessagesProps {
  channel: Channel;
  channelStore: ChannelStore;
  pendingActions: PendingActions;
  /** Moves the focus to the composer. */
  onWrite: () => void;
}

/** The messages of a channel, or their loading and error states. */
export function ChannelMessages({ channel, channelStore, pendingActions, onWrite }: ChannelMessagesProps) {
  const { t } = useTranslation('messenger');
  const state = useStore(channelStore, (current) => current);
  if (state.phase === 'loading') return <LoadingState label={t('messageList.loading')} />;
  if (state.phase === 'error') return <ErrorState error={null} onRetry={() => channelStore.retry()} />;
  return (
    <PreviewProvider channel={channel} channelStore={channelStore}>
      <MessageList
        channel={channel}
        channelStore={channelStore}
        state={state}
        pendingActions={pendingActions}
        onWrite={onWrite}
      />
    </PreviewProvider>
  );
}
