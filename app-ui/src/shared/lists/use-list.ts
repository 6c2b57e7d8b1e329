import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ListQuery, type ListShape, parametersOf, readQuery, writeQuery } from './list-query';

/** A page of a list, as the server sends it. */
export interface ListPage<Row> {
  results: readonly Row[];
  /** Null at the end. */
  nextCursor: string | null;
  /** All rows that match, also those of other pages. */
  total: number;
}

/** A list of the server. Create it once, outside of components. */
export interface ListDefinition<Row> {
  /** Names what this device stores for the list, and its queries. */
  name: string;
  /** The id of the record whose rows it lists, if its address depends on one. */
  of?: string;
  shape: ListShape;
  /** Parameters of every request, beside those of the address. */
  fixed?: Readonly<Record<string, string>>;
  /** What the server calls a change of its rows: the list is fetched again, and every minute in case of a lost notice. */
  topic?: string;
  idOf: (row: Row) => string;
  fetchPage: (parameters: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<ListPage<Row>>;
}

const SEARCH_DEBOUNCE_MS = 300;
const LIVE = { refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const;

/** The key of all queries of a list. */
export const listKey = ({ name, of, topic }: Pick<ListDefinition<never>, 'name' | 'of' | 'topic'>) => [
  ...(topic === undefined ? [] : [topic]),
  'list',
  name,
  ...(of === undefined ? [] : [of]),
];

export type List<Row> = ReturnType<typeof useList<Row>>;

/** A list with search, filters and sort in the address. Earlier rows stay while others load. */
export function useList<Row>(definition: ListDefinition<Row>) {
  const { shape, fixed, topic, fetchPage, idOf } = definition;
  const [address, setAddress] = useSearchParams();
  const search = address.toString();
  const query = useMemo(() => readQuery(new URLSearchParams(search), shape), [search, shape]);
  const parameters = useMemo(() => ({ ...parametersOf(query), ...fixed }), [query, fixed]);

  const change = (edit: (now: ListQuery) => ListQuery, { replace = false } = {}) =>
    setAddress((before) => writeQuery(before, edit(readQuery(before, shape)), shape), {
      replace,
      preventScrollReset: true,
    });
  const loaded = useInfiniteQuery({
    queryKey: [...listKey(definition), parameters],
    queryFn: ({ pageParam, signal }) =>
      fetchPage(pageParam === '' ? parameters : { ...parameters, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...(topic !== undefined && LIVE),
  });
  const { data, error, refetch, fetchStatus, isPlaceholderData, isFetchNextPageError } = loaded;

  // A row that changes between two pages may be in both.
  const rows = useMemo(() => {
    const all = data?.pages.flatMap(({ results }) => results);
    return all && [...new Map(all.map((row) => [idOf(row), row])).values()];
  }, [data, idOf]);
  const hasFailedQuery = error !== null && !isFetchNextPageError;
  return {
    definition,
    query,
    parameters,
    ...useSearchText(query.q, (q) => change((now) => ({ ...now, q }), { replace: true })),
    /** Shows another query, as a new entry of the history unless it replaces this one. */
    show: (next: ListQuery) => change(() => next),
    setSort: (sort: string) => change((now) => ({ ...now, sort })),
    setFilters: (filters: ListQuery['filters'], options?: { replace: boolean }) =>
      change((now) => ({ ...now, filters: { ...now.filters, ...filters } }), options),
    reset: () => change((now) => ({ ...now, q: '', filters: {} })),
    /** For `QueryState`. Rows of another query are not shown in place of an error. */
    state: {
      data: hasFailedQuery && isPlaceholderData ? undefined : rows,
      error,
      refetch,
      fetchStatus,
    },
    total: data?.pages.at(-1)?.total ?? 0,
    /** Whether the rows are those of the query before. */
    isUpdating: isPlaceholderData,
    hasMore: loaded.hasNextPage && !isPlaceholderData,
    isLoadingMore: loaded.isFetchingNextPage,
    moreError: isFetchNextPageError ? error : null,
    loadMore: () => void loaded.fetchNextPage(),
  };
}

/** The text of the search field, which becomes part of the address when the person pauses. */
function useSearchText(searched: string, search: (text: string) => void) {
  const [text, setText] = useState(searched);
  const written = useRef(searched);
  const searchSoon = useDebouncedCallback((next: string) => {
    written.current = next;
    search(next);
  }, SEARCH_DEBOUNCE_MS);
  // "Back", a saved view or a reset changes the search: the field follows.
  useEffect(() => {
    if (searched === written.current) return;
    written.current = searched;
    searchSoon.cancel();
    setText(searched);
  }, [searched, searchSoon]);
  return {
    searchText: text,
    setSearchText: (next: string) => {
      setText(next);
      searchSoon(next.trim());
    },
  };
}

/** Loads all rows of a query, page by page, also those that the page does not show yet. */
export async function everyRow<Row>(
  { fetchPage }: ListDefinition<Row>,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { results, nextCursor }: ListPage<Row> = await fetchPage(
      { ...parameters, limit: '200', ...(cursor === '' ? {} : { cursor }) },
      signal,
    );
    rows.push(...results);
    cursor = nextCursor;
  }
  return rows;
}
