import { useLayoutEffect } from 'react';
import type { ChannelStore } from '../../model/channel-store';
import { useChat } from '../../shell/chat-context';

/** Returns the store of a channel and keeps the channel open while the component is mounted. */
export function useChannelStore(channelId: string): ChannelStore {
  const { hub } = useChat();
  const channelStore = hub.channelStore(channelId);
  // Before the first paint: the state of the last visit must not flash with its old unread separator.
  useLayoutEffect(() => channelStore.open(), [channelStore]);
  return channelStore;
}
