import type { PersonRecord } from './person-record';

/** Whether a person may have contact, and what stands in the way. */
export type Standing =
  | 'accountClosed'
  | 'suspended'
  | 'suspendedUntil'
  | 'suspendedByLead'
  | 'applying'
  | 'declined'
  | 'withdrawn'
  | 'tooYoung'
  | 'contactClosed'
  | 'bindsNever'
  | 'bindsFrom'
  | 'open';

/** Returns the standing of a person; null for staff, whom no facts bind. What is missing closes contact only from a day on. */
export function standingOf(person: PersonRecord, now: number): Standing | null {
  if (person.status === 'closed') return 'accountClosed';
  if (person.isSuspendedByLead) return 'suspendedByLead';
  if (person.isSuspended) return person.suspendedUntil === null ? 'suspended' : 'suspendedUntil';
  const { status } = person;
  if (status === 'applying' || status === 'declined' || status === 'withdrawn') return status;
  if (person.role === 'staff') return null;
  const lacks = person.isTooYoung || person.missing.some((fact) => fact !== 'birth_month_missing');
  const binds = person.contactBindsFrom;
  if (person.contactClosedAt === null) {
    if (!lacks) return 'open';
    if (binds === null) return 'bindsNever';
    if (Date.parse(binds) > now) return 'bindsFrom';
  }
  return person.isTooYoung ? 'tooYoung' : 'contactClosed';
}
