import { queryOptions } from '@tanstack/react-query';
import { api } from 'ui-kit';

/** Query of a channel's pinned messages, the last pinned first. Its key begins with the topic. */
export const pinsQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['pins', channelId],
    queryFn: ({ signal }) =>
      api.get('/api/v2/chat/{channel}/pins/', { params: { path: { channel: channelId } }, signal }),
    // Changes while the channel was closed were not reported.
    staleTime: 0,
    // Fails at once without a network, instead of waiting for one.
    networkMode: 'always',
  });

/** Pins a message for all members, or unpins it. */
export function setPinned(channelId: string, msgId: string, isPinned: boolean): Promise<unknown> {
  const params = { path: { channel: channelId, message: msgId } };
  return isPinned
    ? api.put('/api/v2/chat/{channel}/pins/{message}/', { params })
    : api.delete('/api/v2/chat/{channel}/pins/{message}/', { params });
}
