import { infiniteQueryOptions } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';

export type FoundMessage = Schemas['FoundMessage'];

/** The messages with some words in them, newest first, page by page. */
export const searchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'search', text],
    queryFn: ({ pageParam, signal }) =>
      http<Schemas['FoundMessages']>('api/v2/chat/search-chat-message/', {
        method: 'POST',
        body: { search_text: text, page_number: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ hasNextPage }, _, page) => (hasNextPage ? page + 1 : undefined),
    enabled: text !== '',
    staleTime: 30_000,
    retry: false,
  });

/** Each hit once: pages shift when messages come meanwhile. */
export function hitsOf(pages: readonly Schemas['FoundMessages'][]): FoundMessage[] {
  const byId = new Map(pages.flatMap(({ messages }) => messages).map((hit) => [hit.messageId, hit]));
  return [...byId.values()];
}
