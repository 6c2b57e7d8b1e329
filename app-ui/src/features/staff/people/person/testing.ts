import { PROGRAMME, showStaff } from '../../testing';
import type { PersonRecord } from './person-record';

/** A mentor without a vetting. */
export const MAYA: PersonRecord = {
  id: 'maya',
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.org',
  role: 'mentor',
  programme: PROGRAMME,
  cohort: null,
  status: 'active',
  vettedUntil: null,
  guardianConsentAt: null,
  birthMonth: '1988-09',
  missing: ['vetting_missing'],
  missingVettings: [],
  vettings: [],
  isVettingEnding: false,
  appliedAt: null,
  approvedAt: null,
  application: null,
  matching: null,
  consentRequest: null,
  isConsentAsked: false,
  language: 'en',
  isMatched: true,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  isSelf: false,
  mayChange: false,
  needsVetting: true,
  needsGuardianConsent: true,
  isTooYoung: false,
  contactBindsFrom: '2026-01-01T00:00:00Z',
  contactClosedAt: '2026-01-01T00:00:00Z',
  isSuspended: false,
  isSuspendedByLead: false,
  suspendedUntil: null,
  loginSessions: 2,
  warnings: { shown: 2, sent: 1 },
};
/** The answer with the only page of a list. */
export const page = (results: readonly unknown[]) => ({
  status: 200,
  body: { results, nextCursor: null, total: results.length },
});

/** Shows the page of Maya with some changes; further calls by method and address. */
export const showPerson = (
  person: Partial<PersonRecord>,
  permissions: readonly string[],
  more: Parameters<typeof showStaff>[2] = {},
) =>
  showStaff('/staff/people/maya', permissions, {
    'GET /api/staff/people/maya/': { status: 200, body: { ...MAYA, ...person } },
    'GET /api/staff/people/maya/timeline/': page([]),
    'GET /api/staff/mentorships/?person=maya&limit=200': page([]),
    'GET /api/staff/people/maya/data-requests/': { status: 200, body: [] },
    ...more,
  });
