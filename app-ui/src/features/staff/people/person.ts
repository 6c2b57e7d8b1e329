import type { Schemas } from 'ui-kit';
import { type ListShape, UUID } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';

export type Person = Schemas['StaffPerson'];

export const ROLES = ['mentee', 'mentor', 'staff'] as const;
export const STATUSES = [
  'active',
  'applying',
  'declined',
  'withdrawn',
  'suspended',
  'left',
  'closed',
] as const;
export const FACTS = [
  'vetting_missing',
  'vetting_ended',
  'vetting_ending',
  'consent_missing',
  'birth_month_missing',
] as const satisfies readonly (Fact | 'vetting_ending')[];
export type Fact = Schemas['MissingFact'];

/** The key of a kind of vetting. */
const VETTING_KIND = /^[a-z0-9-]{1,40}$/;

const shape: ListShape = {
  filters: {
    role: ROLES,
    status: STATUSES,
    application: ['complete', 'incomplete'],
    programme: UUID,
    cohort: UUID,
    fact: FACTS,
    vetting: VETTING_KIND,
    without: ['vetting', 'consent', 'cohort'],
    guardian: ['asked', 'not_asked'],
    request: ['open'],
    matched: ['yes', 'no', 'not_suggested'],
    joined: ['recent'],
  },
  sorts: ['name', 'cohort', 'createdAt', 'appliedAt', 'lastSeen', 'vettedUntil', 'requestDue'],
  defaultSort: '-lastSeen',
};

export const PEOPLE: ListDefinition<Person> = {
  name: 'people',
  shape,
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/people/'),
};

export const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
