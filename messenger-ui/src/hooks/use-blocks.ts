import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from 'ui-kit';
import { channelsQuery } from '../shell/channels-query';

/** The people that the signed-in person blocked. */
const blocksQuery = queryOptions({
  queryKey: ['chat', 'blocks'],
  queryFn: ({ signal }) => api.get('/api/v2/chat/blocks/', { signal }),
  staleTime: 60_000,
});

/** The people with whom a report of the signed-in person stopped contact. */
const stoppedContactsQuery = queryOptions({
  queryKey: ['chat', 'stopped-contacts'],
  queryFn: ({ signal }) => api.get('/api/v2/chat/stopped-contacts/', { signal }),
  staleTime: 60_000,
});

const NO_USERS: ReadonlySet<string> = new Set();

/** The people whose messages in groups are collapsed: blocked, or reported by the signed-in person. */
export function useCollapsedPeople(): ReadonlySet<string> {
  const blocked = useBlocked();
  const { data: stopped } = useQuery(stoppedContactsQuery);
  return useMemo(() => (stopped?.length ? new Set([...blocked, ...stopped]) : blocked), [blocked, stopped]);
}

export function useBlocked(): ReadonlySet<string> {
  const { data } = useQuery({
    ...blocksQuery,
    select: (blocked) => new Set(blocked.map(({ userId }) => userId)),
  });
  return data ?? NO_USERS;
}

/** Returns a function that refetches what depends on blocks. */
export function useBlocksChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: blocksQuery.queryKey }),
      queries.invalidateQueries({ queryKey: stoppedContactsQuery.queryKey }),
      queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
    ]);
  };
}

/** Whether a role can be blocked: staff stay reachable, and the assistant sends only answers. */
export const isBlockable = (role: string | undefined): boolean => role === 'Mentor' || role === 'Mentee';

/** Blocks or unblocks a person. */
export function useBlock() {
  const changed = useBlocksChanged();
  return useMutation({
    mutationFn: ({ userId, on }: { userId: string; on: boolean }) =>
      on
        ? api.post('/api/v2/chat/blocks/', { body: { userId } })
        : api.delete('/api/v2/chat/blocks/{person}/', { params: { path: { person: userId } } }),
    onSuccess: changed,
  });
}
