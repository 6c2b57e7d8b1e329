import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { refusal } from '../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../testing';
import { type Colleague, type ColleagueRecord, type DutyOfProgramme, minutesOf } from './colleague';

const LEA: Colleague = {
  id: 'lea',
  name: 'Lea Berg',
  email: 'lea@example.org',
  roles: [{ role: 'safeguarding', programme: PROGRAMME, mayEnd: true }],
  lastSeenAt: null,
  hasSecondFactor: false,
  isClosed: false,
  absentUntil: '2026-12-24',
  cases: 1,
  conversations: 3,
};
const RECORD: ColleagueRecord = {
  ...LEA,
  isSelf: false,
  mayGive: [PROGRAMME],
  mayGiveEverywhere: false,
  maySetAbsences: true,
  mayHandOver: true,
  hours: [
    {
      programme: PROGRAMME,
      timeZone: 'Europe/Berlin',
      hours: [{ weekday: 0, from: 540, until: 720 }],
      mayChange: true,
    },
  ],
  absences: [],
};
const WORK = { cases: 1, conversations: 3, waiting: 0 };
const SAM = { id: 'sam', name: 'Sam Whitfield' };
const DUTY: DutyOfProgramme = {
  programme: PROGRAMME,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  isPlanned: true,
  hasLead: true,
  now: [SAM],
  until: '2999-01-01T16:00:00Z',
  next: { at: '2999-01-02T09:00:00Z', leads: [{ id: 'lea', name: 'Lea Berg' }] },
  uncoveredFrom: '2999-01-01T16:00:00Z',
  uncoveredUntil: '2999-01-02T09:00:00Z',
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const showLea = (change: Partial<ColleagueRecord> = {}, more: Parameters<typeof showStaff>[2] = {}) =>
  showStaff('/staff/team/lea', ['read_people', 'grant_roles'], {
    'GET /api/staff/team/lea/': { status: 200, body: { ...RECORD, ...change } },
    'GET /api/staff/team/lea/work/': { status: 200, body: { work: WORK, colleagues: [SAM] } },
    ...more,
  });

it('team_is_listed_with_roles_work_and_duty', async () => {
  showStaff('/staff/team', ['read_people'], {
    'GET /api/staff/team/?sort=name': { status: 200, body: { results: [LEA], nextCursor: null, total: 1 } },
    'GET /api/staff/duty/': { status: 200, body: [DUTY] },
  });
  await screen.findAllByText('Safeguarding lead · Northfield');
  expect(screen.getAllByText('1 case and 3 conversations').length).toBeGreaterThan(0);
  const duty = within(screen.getByRole('list', { name: 'On duty' }));
  expect(duty.getByText(/^On duty now: Sam Whitfield \(until .*\)\. Then: Lea Berg/)).toBeTruthy();
  expect(
    duty.getByText(/^No lead is on duty from .* A crisis then goes to all leads at once\.$/),
  ).toBeTruthy();
});

it.each([
  [{ hasLead: false, now: [] }, 'This programme has no safeguarding lead.'],
  [{ isPlanned: false }, 'No lead has entered hours: a crisis goes at once to Sam Whitfield.'],
  [{ now: [], next: null, uncoveredUntil: null }, 'No lead is on duty. A crisis goes to all leads at once.'],
] as const)('duty of %j is said honestly', async (change, text) => {
  showStaff('/staff/team', ['read_people'], {
    'GET /api/staff/team/?sort=name': { status: 200, body: { results: [], nextCursor: null, total: 0 } },
    'GET /api/staff/duty/': { status: 200, body: [{ ...DUTY, ...change }] },
  });
  await screen.findByText(text);
});

it('role_ends_after_its_consequences_are_agreed_to', async () => {
  let sent: unknown;
  const withoutLead = [
    { id: PROGRAMME.id, name: 'Northfield', casesGoTo: [{ id: 'ada', name: 'Ada Berg' }] },
  ];
  showLea(
    {},
    {
      [`GET /api/staff/team/lea/roles/ending/?role=safeguarding&programme=${PROGRAMME.id}`]: {
        status: 200,
        body: { work: WORK, colleagues: [SAM], withoutLead },
      },
      'POST /api/staff/team/lea/roles/ending/': (body) => {
        sent = body;
        return { status: 200, body: { ...WORK, waiting: 1 } };
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: /^End the role: Safeguarding lead/ }));
  await screen.findByText(/1 case and 3 conversations must go to someone else\./);
  expect(
    screen.getByText('Northfield has no other safeguarding lead: its cases go to Ada Berg.'),
  ).toBeTruthy();
  const submit = screen.getByRole('button', { name: 'End the role', hidden: true });
  expect((submit as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'I agree to that', hidden: true }));
  await userEvent.click(screen.getByRole('radio', { name: 'Sam Whitfield', hidden: true }));
  await userEvent.click(submit);
  await screen.findByText('Lea Berg no longer has the role. 1 of it waits for all again.');
  expect(sent).toEqual({
    role: 'safeguarding',
    programme: PROGRAMME.id,
    to: 'sam',
    withoutLead: [PROGRAMME.id],
  });
});

it('hours_are_added_and_a_refusal_keeps_what_was_typed', async () => {
  let sent: unknown;
  const { seen } = showLea(
    {},
    {
      'PUT /api/staff/team/lea/hours/': (body) => {
        sent = body;
        return refusal(409, 'changed_meanwhile');
      },
    },
  );
  const form = within(await screen.findByRole('form', { name: 'Northfield' }));
  await userEvent.selectOptions(form.getByLabelText('Day'), '1');
  await userEvent.click(form.getByRole('button', { name: 'Add' }));
  await screen.findByRole('alert');
  expect((form.getByLabelText('Day') as HTMLSelectElement).value).toBe('1');
  const before = [{ weekday: 0, from: 540, until: 720 }];
  expect(sent).toEqual({
    programme: PROGRAMME.id,
    before,
    after: [...before, { weekday: 1, from: 540, until: 720 }],
  });
  await waitFor(() => expect(seen.filter((call) => call === 'GET /api/staff/team/lea/').length).toBe(2));
});

it('own_page_hands_over_and_changes_no_roles', async () => {
  const roles = [{ role: 'safeguarding' as const, programme: PROGRAMME, mayEnd: false }];
  const { seen } = showLea(
    { isSelf: true, mayGive: [], roles },
    {
      'GET /api/staff/duty/work/': { status: 200, body: { work: WORK, colleagues: [SAM] } },
      'POST /api/staff/duty/work/': { status: 200, body: WORK },
    },
  );
  await screen.findByText('A colleague changes your roles.');
  expect(screen.queryByRole('button', { name: /role/ })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Hand over the work' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Sam Whitfield', hidden: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Hand over', hidden: true }));
  await screen.findByText('The work is handed over.');
  expect(seen).toContain('POST /api/staff/duty/work/');
});

it.each([
  ['00:00', 0],
  ['09:00', 540],
  ['23:59', 1439],
])('%s is %i minutes from midnight', (time, minutes) => {
  expect(minutesOf(time)).toBe(minutes);
});

it('no_time_has_no_minutes', () => {
  expect(minutesOf('')).toBeNull();
});
