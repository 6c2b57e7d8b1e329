import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import type { FeedFilter } from '../filter';

export type FeedPost = Schemas['FeedPost'];
export type PostContent = Schemas['PostContent'];
export type QuoteContent = Schemas['QuoteContent'];
type FeedPages = InfiniteData<Schemas['FeedResponse'], PageParam>;

interface PageParam {
  page: number;
  /** The time that fixes the set of items; undefined for a new one. */
  asOf: string | undefined;
}

/** Items of a page. */
const PAGE_SIZE = 10;

/** Begins the keys of all queries, so that the topic `learning` refetches them. */
const FEED = ['learning', 'feed'] as const;

const keyOf = (filter: FeedFilter, language: string) => [...FEED, 'pages', language, filter] as const;

/** Returns the parts of a filter as the server reads them: without those that leave nothing out. */
function queryOf(filter: FeedFilter): { [Part in keyof FeedFilter]?: string } {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
}

/**
 * Query of the feed, page by page. A refetch keeps the set of items, so that nothing moves below the reader: it updates likes
 * and the number of new items. `keptAsOf` is the time of the set that a person comes back to.
 */
export const feedQuery = (
  queries: QueryClient,
  filter: FeedFilter,
  language: string,
  keptAsOf: { current: string | undefined },
) => {
  const queryKey = keyOf(filter, language);
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const known = queries.getQueryData<FeedPages>(queryKey)?.pages[0]?.asOf;
      const asOf = pageParam.asOf ?? known ?? keptAsOf.current;
      const { page } = pageParam;
      const paging = { page, size: PAGE_SIZE, ...(asOf === undefined ? {} : { asOf }) };
      const query = { ...queryOf(filter), ...paging, image_type: 'web' };
      return api.get('/api/v2/learninghub/feed/', { params: { query }, signal });
    },
    initialPageParam: { page: 1, asOf: undefined } as PageParam,
    getNextPageParam: (last, _, { page }): PageParam | null =>
      last.hasNextPage ? { page: page + 1, asOf: last.asOf } : null,
    // `newCountQuery` asks more often, for less.
    staleTime: 5 * 60_000,
    // Fails at once without a network, instead of waiting for one.
    networkMode: 'always',
  });
};

/** Query of the number of items that appeared since `asOf`. */
export const newCountQuery = (filter: FeedFilter, asOf: string) =>
  queryOptions({
    queryKey: [...FEED, 'new', filter, asOf],
    queryFn: async ({ signal }) => {
      const query = { ...queryOf(filter), page: 1, size: 1, asOf };
      return (await api.get('/api/v2/learninghub/feed/', { params: { query }, signal })).newCount;
    },
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  });

/** Query of the first and last day with an item. */
export const feedDaysQuery = queryOptions({
  queryKey: [...FEED, 'days'],
  queryFn: ({ signal }) => api.get('/api/v2/learninghub/feed/daterange/', { signal }),
});

/** Sets whether the person likes an item. Can be repeated. */
export const setLike = (id: string, liked: boolean) =>
  api.post('/api/v2/learninghub/feed/toggle-like/', { body: { id, liked } });

/** Whether the person sees likes: `shown`, `hidden` by themselves, `off` in the programme. */
export type LikesState = Schemas['FeedResponse']['likes'];

/** Shows or hides likes for the person. */
export function useShowLikes() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (shown: boolean) => api.put('/api/v2/learninghub/feed/likes/', { body: { shown } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...FEED, 'pages'] }),
  });
}

/** Writes the likes of an item into all lists that contain it. */
export function storeLikes(queries: QueryClient, likes: Schemas['LikesResponse']): void {
  queries.setQueriesData<FeedPages>({ queryKey: [...FEED, 'pages'] }, (data) =>
    data === undefined
      ? undefined
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            results: page.results.map((post) => (post.id === likes.id ? { ...post, ...likes } : post)),
          })),
        },
  );
}

/** Reports that the person followed the link of an item; also when the page is left at once. */
export function reportClick(id: string): void {
  // Statistics: a failure concerns no reader.
  api.post('/api/v2/learninghub/feed/click/', { body: { id }, keepalive: true }).catch(() => undefined);
}
