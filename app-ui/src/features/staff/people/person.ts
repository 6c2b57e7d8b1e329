import { DAY, type ListShape, UUID } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf, type Programme } from '../api/staff';

export interface Person {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: 'mentor' | 'mentee' | 'staff';
  programme: Programme | null;
  status: 'active' | 'closed';
  /** A day. */
  vettedUntil: string | null;
  guardianConsentAt: string | null;
  /** Year and month. */
  birthMonth: string | null;
  isMatched: boolean;
  lastSeenAt: string | null;
  createdAt: string;
}

export const ROLES = ['mentee', 'mentor', 'staff'] as const;
export const STATUSES = ['active', 'closed'] as const;
export const FACTS = ['vetting_missing', 'vetting_ended', 'consent_missing', 'birth_month_missing'] as const;
export type Fact = (typeof FACTS)[number];

const shape: ListShape = {
  filters: {
    role: ROLES,
    status: STATUSES,
    programme: UUID,
    fact: FACTS,
    matched: ['yes', 'no'],
  },
  sorts: ['name', 'createdAt', 'lastSeen'],
  defaultSort: '-lastSeen',
};

export const PEOPLE: ListDefinition<Person> = {
  name: 'people',
  shape,
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/people/'),
};

export const nameOf = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`.trim();

/** From this age on no guardian has to agree. */
const ADULT_AGE = 18;

/** Whether a person was born so late that a guardian has to agree. The month of the birthday counts as before it. */
function isMinor(birthMonth: string, today: string): boolean {
  const [year = 0, month = 0] = birthMonth.split('-').map(Number);
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  return thisYear * 12 + thisMonth <= (year + ADULT_AGE) * 12 + month;
}

/** What is missing before a person may meet others: vetting of mentors, age and consent of mentees. `today` is a day. */
export function missingFacts(person: Person, today: string): Fact[] {
  const { role, vettedUntil, birthMonth, guardianConsentAt } = person;
  if (role === 'mentor') {
    if (vettedUntil === null) return ['vetting_missing'];
    return DAY.test(vettedUntil) && vettedUntil < today ? ['vetting_ended'] : [];
  }
  if (role !== 'mentee') return [];
  // A mentee of unknown age counts as a minor.
  const needsConsent = birthMonth === null || isMinor(birthMonth, today);
  return [
    ...(birthMonth === null ? (['birth_month_missing'] as const) : []),
    ...(needsConsent && guardianConsentAt === null ? (['consent_missing'] as const) : []),
  ];
}
