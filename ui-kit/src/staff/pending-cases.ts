import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../http/api';
import type { Schemas } from '../http/api-client';
import { useProfile } from '../login-session/profile';

/** The unresolved cases of one kind. */
export type PendingCases = Schemas['PendingCases'];

/** The key begins with the topic of the `changed` frame. Without a connection the query polls. */
const pendingCasesQuery = queryOptions({
  queryKey: ['staff', 'pending-cases'],
  queryFn: async ({ signal }) => (await api.get('/api/v2/staff/waiting/', { signal })).items,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
});

/** Returns the unresolved cases of the signed-in member of staff by kind, urgent kinds first; none for others. */
export function usePendingCases(): readonly PendingCases[] {
  const { data: profile } = useProfile();
  const isStaff = profile?.role === 'Staff' && profile.hasAgreedTerms;
  const { data = [] } = useQuery({ ...pendingCasesQuery, enabled: isStaff });
  return isStaff ? data : [];
}

/** When the oldest of all kinds was created. */
export const oldestOf = (items: readonly PendingCases[]): number =>
  Math.min(...items.map(({ oldestOn }) => Date.parse(oldestOn)));
