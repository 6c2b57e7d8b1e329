import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { PROGRAMME, showStaff } from '../testing';
import { lastContactOf, type Mentorship, othersOf, titleOf } from './mentorship';

const PAIR: Mentorship = {
  id: 'pair',
  isGroup: false,
  name: '',
  mentors: 'Maya Okafor',
  mentees: 'Tom Rivera',
  programme: PROGRAMME,
  startedAt: '2026-01-01T00:00:00Z',
  endedAt: null,
  endReason: null,
  mentorsContactAt: '2026-01-20T09:00:00Z',
  menteesContactAt: null,
  isSilent: true,
  completedSessions: 2,
  totalSessions: 6,
  dueOn: '2026-03-01',
};
const GROUP: Mentorship = {
  ...PAIR,
  id: 'group',
  isGroup: true,
  name: 'Tuesday circle',
  mentees: 'Tom Rivera, Ana Kowalczyk',
  mentorsContactAt: null,
  isSilent: false,
  totalSessions: 0,
};

beforeAll(() => loadPageTexts());

const show = (permissions: readonly string[]) =>
  showStaff('/staff/mentorships?contact=silent', permissions, {
    'GET /api/staff/mentorships/?contact=silent&sort=-startedAt': {
      status: 200,
      body: { results: [PAIR, GROUP], nextCursor: null, total: 2 },
    },
  });

it('mentorship_of_the_list_shows_people_contact_and_sessions', async () => {
  show(['read_people', 'export_people']);
  const name = await screen.findByRole('rowheader', { name: /^Maya Okafor/ });
  expect(name.textContent).toContain('with Tom Rivera');
  const row = within(name.closest('tr') as HTMLElement);
  row.getByText('Silent');
  row.getByText('2 of 6');
  row.getByText('Not yet');
  expect(screen.getByRole('rowheader', { name: /^Tuesday circle/ }).textContent).toContain(
    'with Maya Okafor, Tom Rivera, Ana Kowalczyk',
  );
  screen.getByRole('button', { name: 'Export' });
});

it('list_without_the_permissions_has_no_acts', async () => {
  show(['read_people']);
  await screen.findByRole('rowheader', { name: /^Maya Okafor/ });
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Begin a mentorship' })).toBeNull();
});

it('list_leads_to_a_new_mentorship', async () => {
  show(['read_people', 'manage_matching']);
  const link = await screen.findByRole('link', { name: 'Begin a mentorship' });
  expect(link.getAttribute('href')).toBe('/staff/mentorships/new');
});

it('page_without_read_people_does_not_exist', async () => {
  const { seen } = show(['handle_cases']);
  await screen.findByRole('heading', { name: 'This page does not exist' });
  expect(seen.some((call) => call.includes('mentorships'))).toBe(false);
});

it.each([
  [PAIR, 'Maya Okafor', 'Tom Rivera', '2026-01-20T09:00:00Z'],
  [GROUP, 'Tuesday circle', 'Maya Okafor, Tom Rivera, Ana Kowalczyk', null],
  [
    { ...PAIR, menteesContactAt: '2026-01-20T10:00:00.5Z' },
    'Maya Okafor',
    'Tom Rivera',
    '2026-01-20T10:00:00.5Z',
  ],
  [{ ...PAIR, mentors: '' }, 'Former member', 'Tom Rivera', '2026-01-20T09:00:00Z'],
  [{ ...PAIR, mentees: '' }, 'Maya Okafor', 'Former member', '2026-01-20T09:00:00Z'],
])('row %# is named', (mentorship, title, others, contact) => {
  expect([
    titleOf(mentorship, 'Former member'),
    othersOf(mentorship, 'Former member'),
    lastContactOf(mentorship),
  ]).toEqual([title, others, contact]);
});
