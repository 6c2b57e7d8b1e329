import { expect, it } from 'vitest';
import type { PersonRecord } from './person-record';
import { type Standing, standingOf } from './standing';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const YESTERDAY = '2026-03-01T09:00:00Z';
const TOMORROW = '2026-03-03T09:00:00Z';

const MAYA: PersonRecord = {
  id: 'maya',
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.org',
  role: 'mentor',
  programme: null,
  cohort: null,
  status: 'active',
  vettedUntil: null,
  guardianConsentAt: null,
  birthMonth: null,
  missing: [],
  missingVettings: [],
  vettings: [],
  isVettingEnding: false,
  language: 'en',
  isMatched: true,
  lastSeenAt: null,
  createdAt: YESTERDAY,
  appliedAt: null,
  approvedAt: null,
  application: null,
  matching: null,
  consentRequest: null,
  isConsentAsked: false,
  isSelf: false,
  mayChange: true,
  needsVetting: true,
  needsGuardianConsent: true,
  isTooYoung: false,
  contactBindsFrom: YESTERDAY,
  contactClosedAt: null,
  isSuspended: false,
  isSuspendedByLead: false,
  suspendedUntil: null,
  loginSessions: 0,
  warnings: null,
};
const LACKS = { missing: ['vetting_missing'] } satisfies Partial<PersonRecord>;
const CLOSED = { contactClosedAt: YESTERDAY };

it.each<[string, Partial<PersonRecord>, Standing | null]>([
  ['nothing missing', {}, 'open'],
  ['unknown age alone closes nothing', { missing: ['birth_month_missing'] }, 'open'],
  ['vetting missing', { ...LACKS, ...CLOSED }, 'contactClosed'],
  ['vetting missing, the server has not looked yet', LACKS, 'contactClosed'],
  ['vetting missing before the day', { ...LACKS, contactBindsFrom: TOMORROW }, 'bindsFrom'],
  ['vetting missing without a day', { ...LACKS, contactBindsFrom: null }, 'bindsNever'],
  ['too young', { isTooYoung: true, ...CLOSED }, 'tooYoung'],
  ['too young without a day', { isTooYoung: true, contactBindsFrom: null }, 'bindsNever'],
  ['suspended', { ...LACKS, ...CLOSED, isSuspended: true }, 'suspended'],
  ['suspended until', { isSuspended: true, suspendedUntil: TOMORROW }, 'suspendedUntil'],
  ['suspended by a lead', { isSuspended: true, isSuspendedByLead: true }, 'suspendedByLead'],
  ['nothing missing in the list, and contact closed', CLOSED, 'contactClosed'],
  ['closed account', { status: 'closed', isSuspended: true, ...CLOSED }, 'accountClosed'],
  ['open application', { ...LACKS, ...CLOSED, status: 'applying' }, 'applying'],
  ['declined application', { ...CLOSED, status: 'declined' }, 'declined'],
  ['withdrawn application', { ...CLOSED, status: 'withdrawn' }, 'withdrawn'],
  ['suspension before a decision', { ...CLOSED, status: 'suspended', isSuspended: true }, 'suspended'],
  ['staff', { role: 'staff', ...LACKS }, null],
  ['suspended staff', { role: 'staff', isSuspended: true }, 'suspended'],
])('standing of a person with %s', (_, change, expected) => {
  expect(standingOf({ ...MAYA, ...change }, NOW)).toBe(expected);
});
