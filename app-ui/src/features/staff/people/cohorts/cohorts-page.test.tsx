import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../../testing';

const ID = '0192f0a0-0000-7000-8000-0000000000c1';

const CLASS = {
  id: ID,
  name: 'Class 8b',
  programme: PROGRAMME,
  mentees: 20,
  mentors: 2,
  invited: 3,
  createdAt: '2026-01-01T00:00:00Z',
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const show = (results: readonly unknown[], more: Parameters<typeof showStaff>[2] = {}) =>
  showStaff('/staff/people/cohorts', ['read_people', 'manage_people'], {
    'GET /api/staff/cohorts/?sort=name': {
      status: 200,
      body: { results, nextCursor: null, total: results.length },
    },
    ...more,
  });

const nameField = () => screen.getByRole('textbox', { name: /^Name/, hidden: true });
const inDialog = (name: string) =>
  within(screen.getByRole('dialog', { hidden: true })).getByRole<HTMLButtonElement>('button', {
    name,
    hidden: true,
  });

it('cohort_leads_to_its_people', async () => {
  show([CLASS]);
  const link = await screen.findByRole('link', { name: 'Class 8b' });
  expect(link.getAttribute('href')).toBe(`/staff/people?cohort=${ID}`);
  screen.getByText('22');
});

it('taken_name_is_refused_and_kept', async () => {
  const sent: unknown[] = [];
  show([], {
    'POST /api/staff/cohorts/': (body: unknown) => {
      sent.push(body);
      return sent.length === 1 ? refusal(409, 'cohort_exists') : { status: 201, body: { id: ID } };
    },
  });
  await screen.findByText('No cohorts yet');
  await userEvent.click(screen.getByRole('button', { name: 'New cohort' }));
  expect(inDialog('Create').disabled).toBe(true);
  await userEvent.type(nameField(), 'Autumn');
  await userEvent.click(inDialog('Create'));
  await screen.findByText('The programme has a cohort of this name already.');
  expect((nameField() as HTMLInputElement).value).toBe('Autumn');
  await userEvent.type(nameField(), ' 2');
  await userEvent.click(inDialog('Create'));
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  expect(sent).toEqual([
    { programme: PROGRAMME.id, name: 'Autumn' },
    { programme: PROGRAMME.id, name: 'Autumn 2' },
  ]);
});

it('new_name_is_sent_with_the_one_that_was_seen', async () => {
  let sent: unknown = null;
  show([CLASS], {
    [`PUT /api/staff/cohorts/${ID}/`]: (body: unknown) => {
      sent = body;
      return { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Rename: Class 8b' }));
  await userEvent.clear(nameField());
  await userEvent.type(nameField(), 'Class 9b');
  await userEvent.click(inDialog('Save'));
  await waitFor(() => expect(sent).toEqual({ was: 'Class 8b', name: 'Class 9b' }));
});

it('removal_says_first_how_many_people_are_in_it', async () => {
  show([CLASS], { [`DELETE /api/staff/cohorts/${ID}/`]: refusal(409, 'cohort_in_use') });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Class 8b' }));
  screen.getByText(/“Class 8b” has 22 people\. They stay in the programme/);
  screen.getByText(/3 open invitations go on without a cohort\.$/);
  await userEvent.click(inDialog('Remove'));
  await screen.findByText(/An announcement or a survey that is still to come is for this cohort/);
});
