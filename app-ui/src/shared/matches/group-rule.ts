import type { Criteria, InterestStatus } from './types';

interface Candidate {
  id: string;
  interestStatus: InterestStatus | null;
  exclusiveCriteria: Criteria;
}

interface Group {
  groupSize: number;
  actualSize: number;
  members: readonly { exclusiveCriteria: Criteria }[];
}

export interface Compatibility {
  groupCompatibility: 'COMPATIBLE' | 'INCOMPATIBLE';
  clashingCriterias: string[];
}

/**
 * Returns the mandatory criteria of either side that the other one lacks or answers differently, by key. Symmetric.
 */
export function clashesOf(one: Criteria, other: Criteria): string[] {
  const keys = new Set([...mandatoryKeys(one), ...mandatoryKeys(other)]);
  return [...keys].filter((key) => !overlap(one[key]?.matchedAnswer, other[key]?.matchedAnswer)).sort();
}

const mandatoryKeys = (criteria: Criteria): string[] =>
  Object.keys(criteria).filter((key) => criteria[key]?.mandatory);

function overlap(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one !== undefined && other !== undefined && one.some((answer) => other.includes(answer));
}

const isInterested = ({ interestStatus }: Candidate): boolean => interestStatus === 'interested';

/** Returns how many more people a group has room for, with those chosen. */
export function openSpots(
  { groupSize, actualSize }: Pick<Group, 'groupSize' | 'actualSize'>,
  candidates: readonly Candidate[],
): number {
  return Math.max(0, groupSize - actualSize - candidates.filter(isInterested).length);
}

/**
 * Returns, for each undecided candidate, whether they fit the members and the chosen ones. In a full group all do, because
 * there is no more to choose. The server checks the same rule; both read `matching/tests/group-cases.json`.
 */
export function compatibilityOf(group: Group, candidates: readonly Candidate[]): Map<string, Compatibility> {
  return fitOf(group, candidates, ({ interestStatus }) => interestStatus === null);
}

/** Returns the declined candidates who cannot be chosen after all: they clash with the members or the chosen ones. */
export function declinedClashes(group: Group, candidates: readonly Candidate[]): Set<string> {
  const fit = fitOf(group, candidates, ({ interestStatus }) => interestStatus === 'not_interested');
  return new Set([...fit].filter(([, one]) => one.clashingCriterias.length > 0).map(([id]) => id));
}

function fitOf(
  group: Group,
  candidates: readonly Candidate[],
  isAsked: (candidate: Candidate) => boolean,
): Map<string, Compatibility> {
  const chosen = candidates.filter(isInterested);
  const isFull = chosen.length + group.actualSize === group.groupSize;
  const others = isFull ? [] : [...group.members, ...chosen];
  return new Map(
    candidates.filter(isAsked).map(({ id, exclusiveCriteria }) => {
      const clashes = others.flatMap((one) => clashesOf(exclusiveCriteria, one.exclusiveCriteria));
      const clashingCriterias = [...new Set(clashes)].sort();
      const groupCompatibility = clashes.length === 0 ? 'COMPATIBLE' : 'INCOMPATIBLE';
      return [id, { groupCompatibility, clashingCriterias }] as const;
    }),
  );
}
