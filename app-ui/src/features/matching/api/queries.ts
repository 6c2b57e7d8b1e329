import {
  type QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { HttpError, profileQuery, toast, useErrorText, useTranslation } from 'ui-kit';
import { activeMatchesQuery, type MatchingState } from '../../../shared/matches/active-matches';
import { useMatchingApi } from '../../../shared/matches/matching-api';
import type { ActiveMatches, InterestStatus, Match, SubmitAnswer } from '../../../shared/matches/types';

/** The first part of all keys: live updates name it. */
const MATCHING = 'matching';

/** The key of the calls that keep a choice. */
const CHOOSE = [MATCHING, 'choose'];

/** Queries the active matches, with the choices that are on their way. */
export function useMatching() {
  const { i18n } = useTranslation();
  const calls = useMatchingApi();
  const { data, error, refetch } = useQuery(activeMatchesQuery(calls, i18n.language));
  const pending = useMutationState({
    filters: { mutationKey: CHOOSE, status: 'pending' },
    select: ({ state }) => state.variables as Choice,
  });
  // An answer of the server may be older than a choice.
  const shown = useMemo(() => data && pending.reduce(withChoice, data), [data, pending]);
  return { data: shown, error, refetch };
}

export function useMatchingHistory({ enabled = true } = {}) {
  const calls = useMatchingApi();
  return useQuery({
    queryKey: [MATCHING, 'history'],
    queryFn: ({ signal }) => calls.history(signal),
    enabled,
  });
}

/** Queries the answers of a match, or of a member of the group. */
export function useMatchInfo(id: string) {
  const { i18n } = useTranslation();
  const calls = useMatchingApi();
  return useQuery({
    queryKey: [MATCHING, 'info', id, i18n.language],
    queryFn: ({ signal }) => calls.info(id, signal),
  });
}

export function useGroupHold() {
  const calls = useMatchingApi();
  return useQuery({
    queryKey: [MATCHING, 'group-hold'],
    queryFn: async ({ signal }) => {
      const { groupStartsIn, ...group } = await calls.groupHold(signal);
      return { ...group, startsAt: groupStartsIn === null ? null : Date.now() + groupStartsIn * 1_000 };
    },
  });
}

/** Refusals that have a text of their own here, by code. */
const REFUSALS: Readonly<Record<string, string>> = {
  match_closed: 'refusals.matchClosed',
  choices_missing: 'refusals.choicesMissing',
  too_many: 'refusals.tooMany',
  group_clash: 'refusals.groupClash',
  pool_locked: 'refusals.poolLocked',
};

/** Returns a function that turns the error of a matching call into a text. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation('matching');
  const errorText = useErrorText();
  return (error) => {
    const known = error instanceof HttpError ? REFUSALS[error.code] : undefined;
    return known === undefined ? errorText(error) : t(known);
  };
}

const refetchMatching = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [MATCHING] });

/** Returns a function that fetches everything about matching again, and on demand the profile with its mentorships. */
export function useRefreshMatching() {
  const queries = useQueryClient();
  return async ({ withProfile = false } = {}) => {
    if (withProfile) {
      void queries.invalidateQueries({ queryKey: profileQuery.queryKey });
      void queries.invalidateQueries({ queryKey: ['mentorship'] });
    }
    await refetchMatching(queries);
  };
}

interface Choice {
  match: Match;
  interestStatus: InterestStatus | null;
}

const withChoice = <State extends ActiveMatches>(state: State, { match, interestStatus }: Choice): State => ({
  ...state,
  activeMatches: state.activeMatches.map((one) => (one.id === match.id ? { ...one, interestStatus } : one)),
});

/** Keeps a choice on the server before it is confirmed. It is shown at once, and taken back if it cannot be saved. */
export function useChoose() {
  const { t, i18n } = useTranslation('matching');
  const calls = useMatchingApi();
  const queries = useQueryClient();
  const refusalText = useRefusalText();
  return useMutation({
    mutationKey: CHOOSE,
    // One after the other: the server keeps the last tap.
    scope: { id: 'matching-choice' },
    networkMode: 'always',
    mutationFn: ({ match, interestStatus }: Choice) => calls.choose(match.id, interestStatus),
    onSuccess: async (_, choice) => {
      const { queryKey } = activeMatchesQuery(calls, i18n.language);
      // An answer that is on its way may not know this choice.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<MatchingState>(queryKey, (state) => state && withChoice(state, choice));
    },
    onError: (error) => {
      void toast(t('choice.notSaved', { reason: refusalText(error) }), 'danger');
    },
    // Cancelled answers are asked for again after the last choice.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: CHOOSE }) === 1) void refetchMatching(queries);
    },
  });
}

/**
 * Submits the choices. `onAnswer` says whether the other side is still available. It is called in any case: a live update may
 * remove the button while the answer is on its way.
 */
export function useSubmit(isMentor: boolean, onAnswer: (answer: SubmitAnswer) => void) {
  const calls = useMatchingApi();
  const refresh = useRefreshMatching();
  return useMutation({
    networkMode: 'always',
    mutationFn: (matches: readonly Match[]) =>
      calls.submit(
        matches.flatMap(({ email, interestStatus }) =>
          interestStatus === null ? [] : [{ email, interestStatus }],
        ),
      ),
    onSuccess: async (answer) => {
      onAnswer(answer);
      if (answer === 'SUBMITTED') await refresh({ withProfile: isMentor });
    },
    // What was refused has changed meanwhile.
    onError: (error) => (error instanceof HttpError ? refresh() : undefined),
  });
}

/** Takes a Yes back. `onDone` is called in any case: a live update may remove the dialog while the answer is on its way. */
export function useWithdraw(onDone: () => void) {
  const calls = useMatchingApi();
  const refresh = useRefreshMatching();
  return useMutation({
    networkMode: 'always',
    mutationFn: (match: string) => calls.withdraw(match),
    onSuccess: onDone,
    onSettled: () => refresh(),
  });
}

/** Leaves the pool with a reason, or enters it without one. `onDone` is called as that of `useWithdraw`. */
export function usePool(onDone?: () => void) {
  const calls = useMatchingApi();
  const refresh = useRefreshMatching();
  return useMutation({
    networkMode: 'always',
    mutationFn: (change: { leaves: true; reason: string } | { leaves: false }) =>
      change.leaves ? calls.leavePool(change.reason) : calls.joinPool(),
    onSuccess: () => onDone?.(),
    onSettled: () => refresh({ withProfile: true }),
  });
}

export function useCongratulationsSeen() {
  const calls = useMatchingApi();
  const refresh = useRefreshMatching();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (matches: readonly string[]) => {
      for (const match of matches) await calls.congratulationsSeen(match);
    },
    onSettled: () => refresh({ withProfile: true }),
  });
}
