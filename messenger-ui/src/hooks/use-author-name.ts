import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';
import { isWithBot, memberOf } from '../model/channels';
import { useChannelList, useChat } from '../shell/chat-context';

interface SentMessage {
  channelId: string;
  userId: string;
  /** As the server names the author. */
  name: string;
}

/** Returns a function that names the author of a listed message: "You", and bots in the language of the page. */
export function useAuthorName(): (message: SentMessage) => string {
  const { t } = useTranslation('messenger');
  const { self } = useChat();
  const { channels } = useChannelList();
  return useCallback(
    ({ channelId, userId, name }) => {
      if (userId === self.id) return t('you');
      const channel = channels?.find((candidate) => candidate.channelId === channelId);
      const bot = channel && isWithBot(channel) ? memberOf(channel, userId) : undefined;
      return bot?.userFullName ?? name;
    },
    [channels, self.id, t],
  );
}
