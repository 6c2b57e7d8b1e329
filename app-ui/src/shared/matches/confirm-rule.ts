import type { Match } from './types';

type Choice = Pick<Match, 'id' | 'status' | 'interestStatus' | 'groupCompatibility'>;

interface Situation<One extends Choice> {
  /** Those whose time is over are left out. */
  matches: readonly One[];
  isMentee: boolean;
  isGroup: boolean;
  /** How many more can be accepted; null without a limit. */
  places: number | null;
  /** Undecided candidates who do not fit the mentor's group. */
  clashing?: ReadonlySet<string>;
}

/** Why the choices cannot be confirmed yet. */
export type Obstacle = 'nothing' | 'undecided' | 'tooMany';

export interface ConfirmState<One> {
  obstacle: Obstacle | null;
  /** Those that are decided on together. */
  counted: One[];
  undecided: One[];
  /** How many are chosen. */
  chosen: number;
  /** How many more were chosen than there are places. */
  excess: number;
}

/** Only active matches can be acted on; for a mentee, not those that do not fit the group. */
export function isActable(match: Choice, isMentee: boolean, isGroup: boolean): boolean {
  if (match.status !== 'ACTIVE') return false;
  return !(isMentee && isGroup && match.groupCompatibility === 'INCOMPATIBLE');
}

/**
 * Returns whether the choices can be confirmed: every match that counts is decided on, within the places. A mentor who fills
 * a group need not decline those for whom it has no place left, or whom its needs rule out.
 */
export function confirmState<One extends Choice>(situation: Situation<One>): ConfirmState<One> {
  const { matches, isMentee, isGroup, places, clashing } = situation;
  const counted = matches.filter((match) => isActable(match, isMentee, isGroup));
  const open = counted.filter(({ interestStatus }) => interestStatus === null);
  const chosen = counted.filter(({ interestStatus }) => interestStatus === 'interested').length;
  const excess = places === null ? 0 : Math.max(0, chosen - places);
  const isFillingGroup = isGroup && !isMentee && open.length < counted.length;
  const isExcused = ({ id }: One) => isFillingGroup && (chosen === places || clashing?.has(id) === true);
  const undecided = open.filter((match) => !isExcused(match));
  const obstacle: Obstacle | null =
    counted.length === 0 ? 'nothing' : excess > 0 ? 'tooMany' : undecided.length > 0 ? 'undecided' : null;
  return { obstacle, counted, undecided, chosen, excess };
}
