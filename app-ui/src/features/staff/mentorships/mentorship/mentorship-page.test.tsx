import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { PROGRAMME } from '../../testing';
import { showMentorship as show } from '../testing';
import type { MentorshipRecord } from './mentorship-record';

const ENDED = {
  endedAt: '2026-02-01T09:00:00Z',
  endReason: 'moved_away',
  endNote: 'To the sea',
  isSilent: false,
} as const;
const ENDING = '/api/staff/mentorships/pair/ending/';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

it('page_of_a_mentorship_names_its_people_and_contact', async () => {
  show({ ...ENDED, mayChange: false });
  await screen.findByRole('heading', { name: 'Maya Okafor', level: 1 });
  screen.getByText('Reason for the end: Moved away or left school');
  screen.getByText('Note: To the sea');
  const people = within(screen.getByRole('region', { name: 'People' }));
  expect(people.getByRole('link', { name: 'Tom Rivera' }).getAttribute('href')).toBe('/staff/people/tom');
  people.getByText('Mentee · until 1 Feb 2026');
  screen.getByText('2 of 6');
  expect(screen.queryByText('What you can do')).toBeNull();
});

it('end_needs_a_reason_and_what_mentees_do', async () => {
  let sent: unknown;
  show(
    {},
    {
      [`POST ${ENDING}`]: (body: unknown) => {
        sent = body;
        return { status: 204 };
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'End the mentorship' }));
  const buttons = screen.getAllByRole<HTMLButtonElement>('button', {
    name: 'End the mentorship',
    hidden: true,
  });
  const send = buttons.at(-1) as HTMLButtonElement;
  await userEvent.type(screen.getByLabelText(/^Note/), 'To the sea');
  expect(send.disabled).toBe(true);
  await userEvent.selectOptions(screen.getByLabelText(/^Reason/), 'moved_away');
  expect(send.disabled).toBe(true);
  await userEvent.click(screen.getByLabelText(/^Wait for another mentor/));
  await userEvent.click(screen.getByLabelText(/mentors no one else for now/));
  await userEvent.click(send);
  await screen.findByText('The mentorship has ended.');
  expect(sent).toEqual({
    reason: 'moved_away',
    note: 'To the sea',
    doMenteesWait: true,
    doesMentorStop: true,
  });
});

it('end_of_before_has_no_recorded_reason', async () => {
  show({ ...ENDED, endReason: null });
  await screen.findByText('Reason for the end: Not recorded');
  screen.getByText('Note: To the sea');
});

it('end_names_the_exit_survey', async () => {
  const windows = `/api/staff/survey-windows/?kind=exit&state=open&programme=${PROGRAMME.id}`;
  const results = [{ survey: { key: 'end', name: 'How it was' } }];
  const body = { results, nextCursor: null, total: 1 };
  const { seen } = show({}, { [`GET ${windows}`]: { status: 200, body } }, ['read_people', 'manage_surveys']);
  await waitFor(() => expect(seen).toContain(`GET ${windows}`));
  await userEvent.click(await screen.findByRole('button', { name: 'End the mentorship' }));
  screen.getByText(/A day later they are asked to take “How it was”\.$/);
});

it.each<[string, Partial<MentorshipRecord>, string | null]>([
  ['one that goes on', {}, 'End the mentorship'],
  ['one that ended today', { ...ENDED, undoUntil: '2026-02-02T09:00:00Z' }, 'Take the end back'],
  ['one that ended long ago', ENDED, null],
])('act of %s', async (_, change, act) => {
  show(change);
  await screen.findByRole('heading', { name: 'Maya Okafor', level: 1 });
  const title = screen.queryByRole('heading', { name: 'What you can do' });
  const buttons = title ? within(title.parentElement as HTMLElement).getAllByRole('button') : [];
  expect(buttons.map((button) => button.textContent)).toEqual(act === null ? [] : [act]);
});

it('mentorship_of_another_programme_does_not_exist', async () => {
  show({}, { 'GET /api/staff/mentorships/pair/': refusal(404, 'not_found') });
  await screen.findByRole('heading', { name: 'This page does not exist' });
});
