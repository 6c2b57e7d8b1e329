import { confirmState } from './confirm-rule';
import { isExpired, spanOf } from './countdown';
import { compatibilityOf } from './group-rule';
import type { ActiveMatches } from './types';

/** Proposals on which a person decides. */
export interface Decision {
  /** How many are undecided, or all of them if too many are chosen. */
  undecided: number;
  /** How many there are, with those decided but not confirmed. */
  count: number;
  /** When the first of them ends, in milliseconds of the server's clock. */
  until: number;
}

/** Returns what waits for the decision of a person, by the rule of the matching page; null if nothing does. `now` is the server's time. */
export function decisionOf(state: ActiveMatches, isMentee: boolean, now: number): Decision | null {
  const { activeMatches: matches, expiryHours, userMatchType } = state;
  if (state.matchingStatus === 'ON_HOLD') return null;
  const withSpans = matches.map((match) => ({
    ...match,
    span: spanOf(match, { matches, isMentee, expiryHours }),
  }));
  const open = withSpans.filter((match) => !isExpired(match, match.span, now));
  const isGroup = userMatchType === '1toM';
  const places = placesOf(state, isMentee);
  const { counted, undecided, excess } = confirmState({
    matches: open,
    isMentee,
    isGroup,
    places,
    clashing: clashingOf(state, isMentee),
  });
  if (counted.length === 0) return null;
  const ends = counted.flatMap(({ span }) => (span === null ? [] : [span.until]));
  const left = excess > 0 ? counted.length : undecided.length;
  return { undecided: left, count: counted.length, until: Math.min(...ends) };
}

/** Returns how many more people a mentor can accept; null without a limit. */
export function placesOf({ userMatchType, groupInfo, freePlaces }: ActiveMatches, isMentee: boolean) {
  if (isMentee) return null;
  if (userMatchType !== '1toM') return freePlaces;
  return groupInfo && Math.max(0, groupInfo.groupSize - groupInfo.actualSize);
}

/** Returns the undecided candidates who do not fit the group that a mentor fills, by id. */
function clashingOf(
  { userMatchType, groupInfo, activeMatches }: ActiveMatches,
  isMentee: boolean,
): Set<string> {
  if (isMentee || userMatchType !== '1toM' || groupInfo === null) return new Set();
  const candidates = activeMatches.filter(({ status }) => status === 'ACTIVE');
  const fit = compatibilityOf({ ...groupInfo, members: groupInfo.existingMemberInfo }, candidates);
  return new Set([...fit].filter(([, one]) => one.groupCompatibility === 'INCOMPATIBLE').map(([id]) => id));
}
