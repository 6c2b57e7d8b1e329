import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';
import { channelsQuery } from '../../shell/channels-query';

/** Whom the person blocked. */
const blocksQuery = queryOptions({
  queryKey: ['chat', 'blocks'],
  queryFn: ({ signal }) => http<readonly Schemas['BlockedPerson'][]>('api/v2/chat/blocks/', { signal }),
  staleTime: 60_000,
});

const NOBODY: ReadonlySet<string> = new Set();

export function useBlocked(): ReadonlySet<string> {
  const { data } = useQuery({
    ...blocksQuery,
    select: (blocked) => new Set(blocked.map(({ userId }) => userId)),
  });
  return data ?? NOBODY;
}

/** What to fetch again after a block was made or taken back. */
export function useBlocksChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: blocksQuery.queryKey }),
      queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
    ]);
  };
}

/** Staff stay reachable, and programs do nothing that a block would end. */
export const isBlockable = (role: string | undefined): boolean => role === 'Mentor' || role === 'Mentee';

/** Blocks somebody, or takes it back. */
export function useBlock() {
  const changed = useBlocksChanged();
  return useMutation({
    mutationFn: ({ userId, on }: { userId: string; on: boolean }) =>
      on
        ? http('api/v2/chat/blocks/', { method: 'POST', body: { userId } })
        : http(`api/v2/chat/blocks/${userId}/`, { method: 'DELETE' }),
    onSuccess: changed,
  });
}
