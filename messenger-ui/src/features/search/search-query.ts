import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { type HasValue, parseSearch, type SearchFilter } from '../../model/search';

export type FoundMessage = Schemas['FoundMessage'];

type SearchRequest = Schemas['SearchMessagesRequest'];

/** Returns what the server is asked for a search in the form of the address. */
function requestOf(search: string): SearchRequest {
  const { text, filters } = parseSearch(search);
  const values = (kind: SearchFilter['kind']) =>
    filters.filter((filter) => filter.kind === kind).map(({ value }) => value);
  const [before, after] = [values('before')[0], values('after')[0]];
  return {
    search_text: text,
    from_user_ids: values('from'),
    in_channel_ids: values('in'),
    has: values('has') as HasValue[],
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...((before ?? after) !== undefined && { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
  };
}

/** Query of the messages of a search in the form of the address, newest first. */
export const searchQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'search', search],
    queryFn: ({ pageParam, signal }) =>
      api.post('/api/v2/chat/search-chat-message/', {
        body: { ...requestOf(search), page_number: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ hasNextPage }, _, page) => (hasNextPage ? page + 1 : undefined),
    enabled: search !== '',
    staleTime: 30_000,
    retry: false,
  });

/** Removes duplicate results: pages shift when new messages arrive. */
export function uniqueResults(pages: readonly Schemas['SearchMessagesResponse'][]): FoundMessage[] {
  const byId = new Map(pages.flatMap(({ messages }) => messages).map((result) => [result.messageId, result]));
  return [...byId.values()];
}
