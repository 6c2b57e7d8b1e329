import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Profile, useTranslation } from 'ui-kit';
import { type MatchingApi, useMatchingApi } from './matching-api';
import type { ActiveMatches } from './types';

/** The active matches, with the difference between the server's clock and this device's. */
export type MatchingState = ActiveMatches & { clockOffset: number };

/** Its key begins with the topic of live updates. Texts are those of the language. */
export const activeMatchesQuery = (calls: MatchingApi, language: string) =>
  queryOptions({
    queryKey: ['matching', 'active', language],
    queryFn: async ({ signal }): Promise<MatchingState> => {
      const state = await calls.active(signal);
      return { ...state, clockOffset: Date.parse(state.serverTime) - Date.now() };
    },
  });

/** For what only counts: live updates of the matching fetch it again. */
export const RARELY = { staleTime: 10 * 60_000, refetchOnWindowFocus: false };

type Person = Pick<Profile, 'role' | 'status' | 'hasAgreedTerms'>;

/** Queries the active matches of people whom their programme matches; others have none. */
export function useOwnMatches(
  { role, status, hasAgreedTerms }: Person,
  options: Partial<typeof RARELY> = {},
) {
  const { i18n } = useTranslation();
  const calls = useMatchingApi();
  const enabled = hasAgreedTerms && role !== 'Staff' && status.experiences.matchingflow !== 'hide';
  return useQuery({ ...activeMatchesQuery(calls, i18n.language), ...options, enabled });
}
