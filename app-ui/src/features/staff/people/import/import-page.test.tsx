import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { showStaff } from '../../testing';

const URL = 'POST /api/staff/invitations/import/';

const RESULT = {
  header: ['Mail', 'Name', 'Surname'],
  columns: {
    email: 0,
    firstName: 1,
    lastName: 2,
    fullName: null,
    role: null,
    language: null,
    birthMonth: null,
    guardianEmail: null,
    cohort: null,
  },
  kept: null,
  roster: null,
  names: 'first_last',
  dates: null,
  ambiguousDates: 0,
  rows: [
    {
      line: 2,
      outcome: 'invited',
      firstName: 'Ana',
      lastName: 'Li',
      email: 'ana@x.example',
      role: 'mentee',
      language: 'de',
      birthMonth: '2010-04',
      guardianEmail: 'mum@x.example',
      cohort: 'Class 8b',
    },
  ],
  invited: 83,
  changed: 0,
  unchanged: 1,
  refused: [{ line: 7, problem: 'email', cells: ['not an address', 'Bea', ''] }],
  refusedTable: 'problem,line',
  newCohorts: ['Class 8b', 'Class 9a'],
  isCommitted: false,
};

beforeAll(loadPageTexts);

async function choose(file: File): Promise<void> {
  const input = (await screen.findByText('Choose a file')).closest('label')?.querySelector('input');
  fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
}

const FILE = new File(['a'], 'people.csv');

it('file_is_rehearsed_before_invitations_are_sent', async () => {
  const answers = [RESULT, { ...RESULT, isCommitted: true }];
  const { seen } = showStaff('/staff/people/import', ['read_people', 'manage_people'], {
    [URL]: () => ({ status: 200, body: answers.shift() }),
  });
  await choose(FILE);
  await screen.findByText('will be invited');
  expect(within(screen.getByLabelText('Last name')).getByRole('option', { selected: true }).textContent).toBe(
    'Surname',
  );
  screen.getByText('Ana Li');
  for (const fact of ['ana@x.example', 'Mentee', 'April 2010', 'Deutsch', 'mum@x.example', 'Class 8b'])
    within(screen.getByText('Ana Li').closest('li') as HTMLElement).getByText(fact);
  screen.getByText('2 new cohorts are created: Class 8b, Class 9a');
  screen.getByText('Line 7');
  screen.getByText('No valid email address');
  screen.getByText('not an address · Bea');
  await userEvent.click(screen.getByRole('button', { name: 'Send 83 invitations' }));
  await screen.findByText('83 invitations are on their way.');
  expect(seen.filter((call) => call === URL).length).toBe(2);
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
});

it('file_without_people_to_invite_sends_nothing', async () => {
  showStaff('/staff/people/import', ['read_people', 'manage_people'], {
    [URL]: { status: 200, body: { ...RESULT, invited: 0 } },
  });
  await choose(FILE);
  await screen.findByText('There is no one to invite: everyone is known already, or their line has a fault.');
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
});

it('file_that_cannot_be_read_says_what_to_do', async () => {
  showStaff('/staff/people/import', ['read_people', 'manage_people'], {
    [URL]: refusal(422, 'table_broken'),
  });
  await choose(FILE);
  await screen.findByText('This file cannot be read. Please save it as CSV or XLSX, and try again.');
  screen.getByText('Choose another file');
});

it('only_what_was_shown_can_be_sent', async () => {
  const bodies: FormData[] = [];
  showStaff('/staff/people/import', ['read_people', 'manage_people'], {
    [URL]: (body: unknown) => {
      if (body instanceof FormData) bodies.push(body);
      if (bodies.length === 2) return 'no network';
      return { status: 200, body: { ...RESULT, isCommitted: bodies.at(-1)?.get('commit') === 'true' } };
    },
  });
  await choose(FILE);
  await screen.findByRole('button', { name: 'Send 83 invitations' });
  await userEvent.selectOptions(screen.getByLabelText(/^Who they are/), 'mentor');
  await screen.findByRole('alert');
  screen.getByText('Ana Li');
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Last name'), 'Surname');
  await userEvent.click(await screen.findByRole('button', { name: 'Send 83 invitations' }));
  await screen.findByText('83 invitations are on their way.');
  const sent = bodies.map((body) => [body.get('role'), body.get('commit')]);
  expect(sent).toEqual([
    ['mentee', 'false'],
    ['mentor', 'false'],
    ['mentor', 'false'],
    ['mentor', 'true'],
  ]);
  expect(JSON.parse(`${bodies[3]?.get('columns')}`)).toEqual(RESULT.columns);
});

it('columns_of_the_last_import_are_named_and_can_be_changed', async () => {
  const kept = { usedAt: '2026-03-03T09:00:00Z', usedBy: 'Sam' };
  const answers = [{ ...RESULT, kept }, RESULT];
  const { seen } = showStaff('/staff/people/import', ['read_people', 'manage_people'], {
    [URL]: () => ({ status: 200, body: answers.shift() }),
  });
  await choose(FILE);
  await screen.findByText('As in the last import, on 3 March 2026 by Sam. Change what is wrong.');
  await userEvent.selectOptions(screen.getByLabelText('Last name'), 'Name');
  await screen.findByText('This is how your file is read. Change what is wrong.');
  expect(seen.filter((call) => call === URL).length).toBe(2);
});

it('full_names_and_days_are_asked_where_the_file_leaves_them_open', async () => {
  const columns = { ...RESULT.columns, firstName: null, lastName: null, fullName: 1, birthMonth: 3 };
  const header = ['Mail', 'Name', 'Telefon', 'Geb.'];
  const asked = { ...RESULT, columns, header, ambiguousDates: 2 };
  const bodies: FormData[] = [];
  showStaff('/staff/people/import', ['read_people', 'manage_people'], {
    [URL]: (body: unknown) => {
      if (body instanceof FormData) bodies.push(body);
      const said = (field: string) => bodies.at(-1)?.get(field);
      const names = said('names') ?? 'first_last';
      return { status: 200, body: { ...asked, names, dates: said('dates') ?? null } };
    },
  });
  await choose(FILE);
  await screen.findByText('Not read: Telefon.');
  screen.getByText('2 lines can be read in two ways.');
  await userEvent.selectOptions(screen.getByLabelText('Days such as 04/05/2010'), 'Day first: 4 May');
  await userEvent.selectOptions(screen.getByLabelText('Full names are written'), 'Last name First name');
  await userEvent.click(screen.getByRole('button', { name: 'Send 83 invitations' }));
  const sent = bodies.map((body) => [body.get('dates'), body.get('names'), body.get('commit')]);
  expect(sent).toEqual([
    [null, null, 'false'],
    ['day_first', null, 'false'],
    ['day_first', 'last_first', 'false'],
    ['day_first', 'last_first', 'true'],
  ]);
});

it('rows_are_searched_and_shown_in_pages_with_faults_first', async () => {
  const [ana] = RESULT.rows;
  const rows = Array.from({ length: 50 }, (_, row) => ({ ...ana, line: row + 10, lastName: `Li${row}` }));
  showStaff('/staff/people/import', ['read_people', 'manage_people'], {
    [URL]: { status: 200, body: { ...RESULT, rows: [...rows, { ...ana, line: 99, firstName: 'Zoë' }] } },
  });
  await choose(FILE);
  await screen.findByText('20 of 52');
  const items = within(screen.getByRole('region', { name: 'Line by line' })).getAllByRole('listitem');
  expect(items[0]?.textContent).toContain('No valid email address');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  screen.getByText('40 of 52');
  await userEvent.type(screen.getByLabelText('Search by name or email'), 'zoe li');
  await screen.findByText('1 of 1');
  screen.getByText('Zoë Li');
});

it('archive_of_a_school_offers_a_class_and_its_teachers', async () => {
  const roster = {
    version: '1.1',
    classes: [{ id: 'c1', title: '9b', school: 'North School', students: 24 }],
    teachers: 3,
    guardians: 0,
    others: 1,
    outside: 0,
    withGuardian: 20,
  };
  const answers = [roster, { ...roster, outside: 80 }, { ...roster, teachers: 0 }];
  showStaff('/staff/people/import', ['read_people', 'manage_people'], {
    [URL]: () => ({ status: 200, body: { ...RESULT, roster: answers.shift() } }),
  });
  await choose(new File(['PK'], 'school.zip'));
  await screen.findByText('Not invited: 3 teachers, 1 person with another role.');
  screen.getByText(/^Of 20 students the archive names an address of a guardian\. It is no consent/);
  expect(screen.queryByLabelText('Last name')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Class'), '9b · North School · 24 students');
  await screen.findByText(
    'Not invited: 3 teachers, 1 person with another role, 80 people outside this class.',
  );
  await userEvent.click(screen.getByRole('checkbox', { name: 'Invite teachers as mentors, too' }));
  await screen.findByText('Not invited: 1 person with another role.');
});
