import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../../testing';
import { nextYearName } from './year';

const OF = `/api/staff/programmes/${PROGRAMME.id}`;
const PAIR = '0192f0a0-0000-7000-8000-0000000000a1';

const YEAR = {
  programme: PROGRAMME,
  timeZone: 'Europe/Berlin',
  archivedAt: null,
  closedAt: null,
  closedBy: null,
  opensAt: null,
  endings: { waiting: 0, ended: 0, failed: 0, kept: 0 },
  failed: [],
  decisions: { continues: 5, first: 1, leaves: 2 },
  toWelcome: 0,
  waiting: [{ kind: 'mentorships', count: 2 }],
};

const CLOSING = {
  mentorships: 2,
  running: [
    { id: PAIR, kind: '1to1', name: 'Mo Silva, Ana Silva', startedAt: '2026-01-01T00:00:00Z' },
    {
      id: '0192f0a0-0000-7000-8000-0000000000a2',
      kind: '1to1',
      name: 'Circle',
      startedAt: '2026-01-01T00:00:00Z',
    },
  ],
  surveys: [{ survey: 'exit', mentors: 2, mentees: 3 }],
  applications: 1,
  invitations: 0,
  matches: 0,
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const show = (year: object, more: Parameters<typeof showStaff>[2] = {}) =>
  showStaff('/staff/programme/year', ['manage_programme', 'manage_people', 'read_people'], {
    [`GET ${OF}/year/`]: { status: 200, body: { ...YEAR, ...year } },
    [`GET ${OF}/year/closing/`]: { status: 200, body: CLOSING },
    [`GET /api/staff/school-year/people/?sort=name&programme=${PROGRAMME.id}`]: {
      status: 200,
      body: { results: [], nextCursor: null, total: 0 },
    },
    'GET /api/staff/cohorts/': { status: 200, body: { results: [], nextCursor: null, total: 0 } },
    ...more,
  });

const inDialog = (name: string) =>
  within(screen.getByRole('dialog', { hidden: true })).getByRole<HTMLButtonElement>('button', {
    name,
    hidden: true,
  });

it('closing_says_what_ends_and_keeps_what_was_chosen', async () => {
  const sent: unknown[] = [];
  show(
    {},
    {
      [`POST ${OF}/year/closing/`]: (body: unknown) => {
        sent.push(body);
        return sent.length === 1 ? refusal(409, 'changed_meanwhile') : { status: 204 };
      },
    },
  );
  await screen.findByText(/^2 mentorships end as planned/);
  screen.getByText(/up to 2 mentors and 3 mentees/);
  screen.getByText(/^1 application stays/);
  expect(screen.getByRole('link', { name: 'Mentorships that go on: 2' })).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mo Silva, Ana Silva' }));
  await screen.findByText(/^1 mentorship ends as planned/);
  await userEvent.click(screen.getByRole('button', { name: 'Close the year …' }));
  await userEvent.click(inDialog('Close the year'));
  await waitFor(() => expect(sent).toEqual([{ keep: [PAIR] }]));
  await screen.findByText(/This was changed in the meantime/);
});

it('closed_year_names_who_closed_it_and_what_failed', async () => {
  show({
    closedAt: '2026-07-10T10:00:00Z',
    closedBy: 'Sam Silva',
    endings: { waiting: 1, ended: 2, failed: 1, kept: 1 },
    failed: [{ id: PAIR, name: 'Mo Silva, Ana Silva' }],
  });
  await screen.findByText(/by Sam Silva/);
  screen.getByText('2 of 4 mentorships have ended.');
  const link = screen.getByRole('link', { name: 'Mo Silva, Ana Silva' });
  expect(link.getAttribute('href')).toBe(`/staff/mentorships/${PAIR}`);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Open it now' }).disabled).toBe(true);
});

it('archived_programme_can_only_be_reopened', async () => {
  const sent: unknown[] = [];
  show(
    { archivedAt: '2026-07-10T10:00:00Z', waiting: [] },
    {
      [`DELETE ${OF}/archive/`]: () => {
        sent.push('reopened');
        return { status: 204 };
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Reopen the programme' }));
  expect(screen.queryByText('Close the year')).toBeNull();
  await userEvent.click(inDialog('Reopen the programme'));
  await waitFor(() => expect(sent).toEqual(['reopened']));
});

it('name_of_the_next_year_follows_the_day', () => {
  expect(nextYearName(new Date(2027, 5, 30))).toBe('2027/28');
  expect(nextYearName(new Date(2027, 1, 1))).toBe('2026/27');
});
