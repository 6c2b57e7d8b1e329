import type { Schemas } from 'ui-kit';
import type { Person } from '../../people/person';

export const MAX_NAME = 100;

/** What is entered for a mentorship. */
export interface Draft {
  kind: 'pair' | 'group';
  /** Empty until it is chosen. */
  programme: string;
  mentor: Person | null;
  /** Of a pair, the first counts. */
  mentees: readonly Person[];
  /** Of a group. */
  name: string;
}

/** What a draft lacks. */
export type Problem = 'programme' | 'mentor' | 'mentees' | 'name';

export const menteesOf = ({ kind, mentees }: Draft): readonly Person[] =>
  kind === 'pair' ? mentees.slice(0, 1) : mentees;

/** Returns what a draft lacks. `needsProgramme`: the person has several. */
export function problemsOf(draft: Draft, needsProgramme: boolean): ReadonlySet<Problem> {
  const problems = new Set<Problem>();
  if (needsProgramme && draft.programme === '') problems.add('programme');
  if (draft.mentor === null) problems.add('mentor');
  if (draft.mentees.length === 0) problems.add('mentees');
  if (draft.kind === 'group' && draft.name.trim() === '') problems.add('name');
  return problems;
}

/** The draft without problems as it is sent. */
export const requestOf = (draft: Draft): Schemas['BeginRequest'] => ({
  mentor: draft.mentor?.id ?? '',
  mentees: menteesOf(draft).map(({ id }) => id),
  groupName: draft.kind === 'group' ? draft.name.trim() : null,
});
