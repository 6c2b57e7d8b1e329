import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { http, type Schemas } from 'ui-kit';

export type Gif = Schemas['FoundGif'];

const FRESH_MS = 5 * 60_000;

/** What our own server finds, ten at a time; what is popular while nothing is searched for. */
export function useGifSearch(query: string) {
  const search = useInfiniteQuery({
    queryKey: ['chat', 'gifs', query],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams({ q: query, page: String(pageParam) });
      return http<Schemas['GifPage']>(`api/v2/chat/gifs/?${asked}`, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasNextPage ? page + 1 : undefined),
    staleTime: FRESH_MS,
    // Whoever is offline hears so at once and tries again when they like.
    networkMode: 'always',
    retry: false,
  });
  const { data } = search;
  // What is popular moves while one reads: the same picture may come on two pages.
  const gifs = useMemo(() => {
    const found = data?.pages.flatMap((page) => page.results) ?? [];
    return [...new Map(found.map((gif) => [gif.id, gif])).values()];
  }, [data]);
  return { ...search, gifs, provider: data?.pages[0]?.provider ?? null };
}
