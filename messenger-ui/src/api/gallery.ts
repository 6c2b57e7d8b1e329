import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import type { HasValue } from '../model/search';

export type GalleryMessage = Schemas['FoundMessage'];

/** Query of the messages of a channel with pictures, files or links, newest first. */
export const galleryQuery = (channelId: string, has: HasValue) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'gallery', channelId, has],
    queryFn: ({ pageParam, signal }) =>
      api.post('/api/v2/chat/search-chat-message/', {
        body: { search_text: '', in_channel_ids: [channelId], has: [has], page_number: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ hasNextPage }, _, page) => (hasNextPage ? page + 1 : undefined),
    staleTime: 0,
    // A gallery opens with its first page, not with all that were loaded before.
    gcTime: 0,
    retry: false,
    // Fails at once without a network, instead of waiting for one.
    networkMode: 'always',
  });
