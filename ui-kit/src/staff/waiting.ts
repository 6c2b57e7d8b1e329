import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../http/api';
import type { Schemas } from '../http/api-client';
import { useProfile } from '../login-session/profile';

/** What waits for staff, by kind: urgent kinds first. */
export type WaitingItem = Schemas['WaitingItem'];

/** The key begins with the topic of the `changed` frame. Without a connection the query polls. */
const waitingQuery = queryOptions({
  queryKey: ['staff', 'waiting'],
  queryFn: async ({ signal }) => (await api.get('/api/v2/staff/waiting/', { signal })).items,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
});

/** Returns what waits for the signed-in member of staff; nothing for others. */
export function useWaiting(): readonly WaitingItem[] {
  const { data: profile } = useProfile();
  const isStaff = profile?.role === 'Staff' && profile.hasAgreedTerms;
  const { data = [] } = useQuery({ ...waitingQuery, enabled: isStaff });
  return isStaff ? data : [];
}

/** When the oldest of all kinds was created. */
export const oldestOf = (items: readonly WaitingItem[]): number =>
  Math.min(...items.map(({ oldestOn }) => Date.parse(oldestOn)));
