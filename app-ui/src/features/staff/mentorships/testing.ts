import { PROGRAMME, showStaff } from '../testing';
import type { MentorshipRecord } from './mentorship/mentorship-record';

/** A silent pair of Maya Okafor and Tom Rivera. */
export const PAIR: MentorshipRecord = {
  id: 'pair',
  isGroup: false,
  name: '',
  mentors: 'Maya Okafor',
  mentees: 'Tom Rivera',
  programme: PROGRAMME,
  startedAt: '2026-01-01T00:00:00Z',
  endedAt: null,
  mentorsContactAt: null,
  menteesContactAt: null,
  isSilent: true,
  completedSessions: 2,
  totalSessions: 6,
  dueOn: null,
  mayChange: true,
  members: [
    { id: 'maya', name: 'Maya Okafor', role: 'mentor', leftAt: null, leftReason: null, leftNote: null },
    {
      id: 'tom',
      name: 'Tom Rivera',
      role: 'mentee',
      leftAt: '2026-02-01T09:00:00Z',
      leftReason: null,
      leftNote: null,
    },
  ],
  endReason: null,
  endNote: null,
  undoUntil: null,
  firstDay: '2026-01-01',
  lastDay: '2026-08-10',
  pauses: [],
  meetings: [],
};

/** Shows the page of the pair with some changes; further calls by method and address. */
export const showMentorship = (
  change: Partial<MentorshipRecord>,
  more: Parameters<typeof showStaff>[2] = {},
  permissions: readonly string[] = ['read_people'],
) =>
  showStaff('/staff/mentorships/pair', permissions, {
    'GET /api/staff/mentorships/pair/': { status: 200, body: { ...PAIR, ...change } },
    ...more,
  });
