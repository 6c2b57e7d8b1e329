import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from 'ui-kit';

/** Begins the keys of all queries, so that the topic `saved` refetches them. */
const SAVED = 'saved';

/** Query of the person's saved messages, the last saved first. */
export const savedQuery = infiniteQueryOptions({
  queryKey: [SAVED, 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.get('/api/v2/chat/saved/', { params: { query: { page: pageParam } }, signal }),
  initialPageParam: 1,
  getNextPageParam: (last, _, number) => (last.hasNextPage ? number + 1 : null),
  staleTime: 0,
  // Fails at once without a network, instead of waiting for one.
  networkMode: 'always',
});

/** Query of the ids of a channel's saved messages. */
export const savedInChannelQuery = (channelId: string) =>
  queryOptions({
    queryKey: [SAVED, 'channel', channelId],
    queryFn: ({ signal }) =>
      api.get('/api/v2/chat/{channel}/saved/', { params: { path: { channel: channelId } }, signal }),
  });

/** Saves a message, or removes it from the saved ones. */
export function setSaved(channelId: string, msgId: string, isSaved: boolean): Promise<unknown> {
  const params = { path: { channel: channelId, message: msgId } };
  return isSaved
    ? api.put('/api/v2/chat/{channel}/saved/{message}/', { params })
    : api.delete('/api/v2/chat/{channel}/saved/{message}/', { params });
}
