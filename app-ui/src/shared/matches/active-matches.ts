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

/** Queries the active matches of people whom their programme matches; others have none. */
export function useOwnMatches({ role, status }: Pick<Profile, 'role' | 'status'>) {
  const { i18n } = useTranslation();
  const calls = useMatchingApi();
  const enabled = role !== 'Staff' && status.experiences.matchingflow !== 'hide';
  return useQuery({ ...activeMatchesQuery(calls, i18n.language), enabled });
}
