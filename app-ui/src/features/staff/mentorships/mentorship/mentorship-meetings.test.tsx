import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { PAIR, showMentorship as show } from '../testing';
import type { Meeting } from './mentorship-record';

const meeting = (day: number): Meeting => ({
  id: `m${day}`,
  metOn: `2026-07-${day}`,
  kind: 'in_person',
  minutes: 45,
  enteredBy: 'Sam Staff',
});
const MEETINGS = [17, 16, 15, 14, 13, 12].map(meeting);
const URL = '/api/staff/mentorships/pair/meetings/';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const section = async () =>
  within(await screen.findByRole('region', { name: 'Meetings outside Mentor Hub' }));

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Log a meeting' }));
  return screen.getAllByRole('button', { name: 'Log a meeting', hidden: true }).at(-1) as HTMLElement;
}

it('list_shows_five_meetings_until_all_are_asked_for', async () => {
  show({ meetings: MEETINGS });
  const shown = await section();
  expect(shown.getAllByRole('listitem').map((row) => row.textContent)).toEqual(
    [17, 16, 15, 14, 13].map((day) => `${day} Jul 2026 · In person · 45 minutes · entered by Sam Staff`),
  );
  await userEvent.click(shown.getByRole('button', { name: 'Show all 6' }));
  expect(shown.getAllByRole('listitem')).toHaveLength(6);
  expect(document.activeElement).toBe(shown.getByRole('button', { name: 'Show fewer' }));
});

it('meeting_without_length_and_author_shows_day_and_kind', async () => {
  show({ meetings: [{ ...meeting(17), kind: 'phone', minutes: null, enteredBy: null }], mayChange: false });
  const shown = await section();
  expect(shown.getByRole('listitem').textContent).toBe('17 Jul 2026 · By phone');
  expect(shown.queryByRole('button')).toBeNull();
});

it('removal_asks_first_and_keeps_the_focus', async () => {
  const removed = `DELETE ${URL}m17/`;
  let meetings = MEETINGS.slice(0, 1);
  const { seen } = show(
    {},
    {
      'GET /api/staff/mentorships/pair/': () => ({ status: 200, body: { ...PAIR, meetings } }),
      [removed]: () => {
        meetings = [];
        return { status: 204 };
      },
    },
  );
  await userEvent.click(
    await screen.findByRole('button', { name: 'Remove the meeting on 17 Jul 2026 (In person)' }),
  );
  expect(seen).not.toContain(removed);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the meeting', hidden: true }));
  await screen.findByText('The meeting is removed.');
  await screen.findByText('No meeting is logged yet.');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Meetings/ })),
  );
});

it('logged_meeting_is_sent_with_day_kind_and_minutes', async () => {
  let sent: unknown;
  const answer = (body: unknown) => {
    sent = body;
    return { status: 201, body: meeting(20) };
  };
  show({ endedAt: '2026-08-10T09:00:00Z' }, { [`POST ${URL}`]: answer });
  const send = await openDialog();
  const day = screen.getByLabelText<HTMLInputElement>('Day');
  expect([day.min, day.max, day.value]).toEqual(['2026-01-01', '2026-08-10', '2026-08-10']);
  fireEvent.change(day, { target: { value: '2026-07-20' } });
  await userEvent.click(screen.getByLabelText('By phone'));
  await userEvent.type(screen.getByLabelText('Minutes (optional)'), '50');
  await userEvent.click(send);
  await screen.findByText('The meeting is logged.');
  expect(sent).toEqual({ metOn: '2026-07-20', kind: 'phone', minutes: 50 });
});

it('meeting_that_is_logged_already_is_said', async () => {
  show({}, { [`POST ${URL}`]: refusal(409, 'meeting_exists') });
  (await section()).getByText('No meeting is logged yet.');
  await userEvent.click(await openDialog());
  await screen.findByText('A meeting of that kind is logged on that day already.');
});
