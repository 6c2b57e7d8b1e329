import { useEffect, useState } from 'react';
import type { MatchingState } from '../../../shared/matches/active-matches';
import type { SubmitAnswer, Tracker } from '../../../shared/matches/types';
import { useMatchingHistory } from '../api/queries';

/** Ends that the reader did not cause. */
const UNAVAILABLE: readonly Tracker['historyMessage'][] = [
  'accepted_elsewhere',
  'left_pool',
  'dropped_out',
  'manually_matched',
  'group_full',
];

/** Says that a person whose details are open has left the matches meanwhile, and since when. */
export function useUnavailable(state: MatchingState | undefined, openId: string | null) {
  const [seenId, setSeenId] = useState<string | null>(null);
  const [unavailable, setUnavailable] = useState<{
    answer: Exclude<SubmitAnswer, 'SUBMITTED'>;
    since: number;
  } | null>(null);
  const match = state?.activeMatches.find(({ id }) => id === openId);
  const isOpen = match?.status === 'ACTIVE' || match?.status === 'PENDING';
  if (isOpen && seenId !== match.id) setSeenId(match.id);
  const wasOpen = openId !== null && openId === seenId;
  const isGone = wasOpen && state !== undefined && match === undefined;

  // The history says why: a decision on another device of the reader takes a match away, too.
  const { data: history } = useMatchingHistory({ enabled: isGone });
  // A match that ended stays on the pages of mentees.
  const entry = isGone ? history?.find(({ id }) => id === openId) : wasOpen ? match : undefined;
  const answer =
    entry === undefined || !UNAVAILABLE.includes(entry.historyMessage)
      ? null
      : entry.role === 'Mentor'
        ? 'MENTOR_UNAVAILABLE'
        : 'MENTEE_UNAVAILABLE';
  useEffect(() => setUnavailable(answer && { answer, since: Date.now() }), [answer]);
  return unavailable;
}
