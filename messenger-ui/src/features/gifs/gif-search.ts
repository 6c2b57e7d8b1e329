import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, type Schemas } from 'ui-kit';

export type Gif = Schemas['FoundGif'];

const STALE_TIME_MS = 5 * 60_000;

/** Searches GIFs through our server, ten per page; an empty query returns popular ones. */
export function useGifSearch(query: string) {
  const search = useInfiniteQuery({
    queryKey: ['chat', 'gifs', query],
    queryFn: ({ pageParam, signal }) =>
      api.get('/api/v2/chat/gifs/', { params: { query: { q: query, page: pageParam } }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasNextPage ? page + 1 : undefined),
    staleTime: STALE_TIME_MS,
    // Fails at once without a network; the error offers a retry.
    networkMode: 'always',
    retry: false,
  });
  const { data } = search;
  // Popular results shift between requests: two pages may contain the same GIF.
  const gifs = useMemo(() => {
    const found = data?.pages.flatMap((page) => page.results) ?? [];
    return [...new Map(found.map((gif) => [gif.id, gif])).values()];
  }, [data]);
  return { ...search, gifs, provider: data?.pages[0]?.provider ?? null };
}
