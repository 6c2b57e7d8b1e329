import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { showMentorship as show } from '../testing';
import type { Pause } from './mentorship-record';
import { problemOf } from './pause';

const pause = (id: string, startsOn: string, endsOn: string, mayTakeBack = false): Pause => ({
  id,
  startsOn,
  endsOn,
  mayTakeBack,
});
const PAUSES = [
  pause('easter', '2026-04-01', '2026-04-12'),
  pause('summer', '2026-08-03', '2026-08-17'),
  pause('winter', '2026-12-20', '2027-01-03', true),
];
const URL = '/api/staff/mentorships/pair/pauses/';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const section = async () => within(await screen.findByRole('region', { name: 'Pauses' }));

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Pause the mentorship' }));
  return screen.getByRole('button', { name: 'Pause', hidden: true });
}

it('pauses_that_are_over_stand_behind_a_disclosure', async () => {
  show({ pauses: PAUSES });
  const shown = await section();
  const earlier = within(shown.getByText('1 earlier pause').parentElement as HTMLElement);
  earlier.getByText('Pause from 1 Apr to 12 Apr');
  const rows = shown.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows.slice(0, 2)).toEqual([
    'Pause from 3 Aug to 17 AugGoing on now',
    'Pause from 20 Dec 2026 to 3 Jan 2027Take back',
  ]);
});

it('pause_taken_back_is_confirmed_and_said', async () => {
  const { seen } = show({ pauses: PAUSES }, { [`DELETE ${URL}winter/`]: { status: 204 } });
  await userEvent.click((await section()).getByRole('button', { name: 'Take back' }));
  await userEvent.click(screen.getByRole('button', { name: 'Take the pause back', hidden: true }));
  await screen.findByText('The pause is taken back. Deadlines are what they were.');
  expect(seen).toContain(`DELETE ${URL}winter/`);
});

it('new_pause_begins_today_and_lasts_a_week', async () => {
  let sent: unknown;
  const answer = (body: unknown) => {
    sent = body;
    return { status: 201, body: pause('new', '2026-08-10', '2026-08-16') };
  };
  show({}, { [`POST ${URL}`]: answer });
  await userEvent.click(await openDialog());
  await screen.findByText('The pause is entered. What is due after its first day moves by its days.');
  expect(sent).toEqual({ startsOn: '2026-08-10', endsOn: '2026-08-16' });
});

it('wrong_day_is_explained_at_its_field', async () => {
  const { seen } = show({});
  const save = await openDialog();
  const end = screen.getByLabelText('Last day');
  fireEvent.change(end, { target: { value: '2026-08-09' } });
  await userEvent.click(save);
  expect(document.getElementById(end.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'A pause cannot end before it begins.',
  );
  expect(document.activeElement).toBe(end);
  expect(seen.some((call) => call.startsWith('POST /api/staff'))).toBe(false);
});

it('refused_pause_keeps_the_dialog', async () => {
  show({}, { [`POST ${URL}`]: refusal(409, 'pause_overlaps') });
  await userEvent.click(await openDialog());
  await screen.findByText('There is already a pause at that time.');
});

it.each([
  ['ended mentorship', { endedAt: '2026-08-10T09:00:00Z' }],
  ['mentorship that the caller may not change', { mayChange: false }],
])('%s without pauses has no section', async (_, change) => {
  show(change);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Pauses' })).toBeNull();
});

it.each([
  ['2026-01-01', '', 'days', 'endsOn'],
  ['', '2026-01-01', 'days', 'startsOn'],
  ['2025-12-31', '2026-03-01', 'early', 'startsOn'],
  ['2026-01-01', '2026-02-09', 'past', 'endsOn'],
  ['2026-02-12', '2026-02-11', 'order', 'endsOn'],
  ['2026-01-01', '2027-01-02', 'long', 'endsOn'],
] as const)('problem of a pause from %s to %s', (startsOn, endsOn, text, field) => {
  const days = { firstDay: '2026-01-01', lastDay: '2026-02-10' };
  expect(problemOf({ startsOn, endsOn }, days)).toEqual({ text, field });
});

it('pause_that_has_begun_can_be_entered', () => {
  const days = { firstDay: '2026-01-01', lastDay: '2026-02-10' };
  expect(problemOf({ startsOn: '2026-01-01', endsOn: '2026-02-10' }, days)).toBeNull();
});
