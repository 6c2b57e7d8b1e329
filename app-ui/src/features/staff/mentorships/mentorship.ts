import type { Schemas } from 'ui-kit';
import { UUID } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';
import { END_REASONS } from '../components/end-reasons';

export type Mentorship = Schemas['StaffMentorship'];

export const STATES = ['active', 'ended'] as const;
export const REASONS = [...END_REASONS, 'not_recorded'] as const;
export const CONTACTS = ['silent', 'one_sided'] as const;
export const KINDS = ['pair', 'group'] as const;

export const MENTORSHIPS: ListDefinition<Mentorship> = {
  name: 'mentorships',
  shape: {
    filters: {
      state: STATES,
      reason: REASONS,
      contact: CONTACTS,
      learning: ['recent'],
      kind: KINDS,
      programme: UUID,
      cohort: UUID,
    },
    sorts: ['startedAt', 'lastContact', 'silentSide', 'name'],
    defaultSort: '-startedAt',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/mentorships/'),
};

/** A group by its name, a pair by its mentor. `former` stands for a side whose people were erased. */
export const titleOf = ({ name, mentors }: Mentorship, former: string): string => name || mentors || former;

/** Who is in it beside those whom the title names. */
export const othersOf = ({ name, mentors, mentees }: Mentorship, former: string): string =>
  [...(name === '' ? [] : [mentors || former]), mentees || former].join(', ');

/** When one of the sides was last in contact. */
export function lastContactOf({ mentorsContactAt, menteesContactAt }: Mentorship): string | null {
  if (mentorsContactAt === null || menteesContactAt === null) return mentorsContactAt ?? menteesContactAt;
  return Date.parse(mentorsContactAt) > Date.parse(menteesContactAt) ? mentorsContactAt : menteesContactAt;
}
