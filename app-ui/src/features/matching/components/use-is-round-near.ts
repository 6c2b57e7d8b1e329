import { useNow } from 'ui-kit';
import type { MatchingState } from '../../../shared/matches/active-matches';
import { isRoundNear } from '../../../shared/matches/round';

const SOME_SECONDS_MS = 15_000;

/** Returns whether a round for this person runs or is about to begin. */
export function useIsRoundNear(state: MatchingState | undefined): boolean {
  const now = useNow(SOME_SECONDS_MS);
  return state !== undefined && isRoundNear(state, now + state.clockOffset);
}
