import { confirmState } from './confirm-rule';
import { isExpired, spanOf } from './countdown';
import type { ActiveMatches } from './types';

/** Proposals on which a person decides. */
export interface Decision {
  /** How many are undecided. */
  undecided: number;
  /** How many there are, with those decided but not confirmed. */
  count: number;
  /** When the first of them ends, in milliseconds of the server's clock. */
  until: number;
}

/** Returns what waits for the decision of a person; null if nothing does. `now` is the server's time. */
export function decisionOf(state: ActiveMatches, isMentee: boolean, now: number): Decision | null {
  const { activeMatches: matches, expiryHours, userMatchType } = state;
  const withSpans = matches.map((match) => ({
    ...match,
    span: spanOf(match, { matches, isMentee, expiryHours }),
  }));
  const open = withSpans.filter((match) => !isExpired(match, match.span, now));
  const situation = { matches: open, isMentee, isGroup: userMatchType === '1toM', places: null };
  const { counted, undecided } = confirmState(situation);
  if (counted.length === 0) return null;
  const ends = counted.flatMap(({ span }) => (span === null ? [] : [span.until]));
  return { undecided: undecided.length, count: counted.length, until: Math.min(...ends) };
}
