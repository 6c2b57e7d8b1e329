import { focusManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { refusal } from '../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../testing';

const MAYA = {
  id: 'maya',
  firstName: 'Maya',
  lastName: 'Andersson',
  email: 'maya@example.org',
  language: 'de',
  role: 'mentor',
  programme: PROGRAMME,
  cohort: null as { id: string; name: string } | null,
  status: 'active',
  vettedUntil: null,
  guardianConsentAt: null,
  birthMonth: null,
  missing: ['vetting_missing'],
  missingVettings: [],
  isVettingEnding: false,
  isMatched: true,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const show = (permissions: readonly string[], more: Parameters<typeof showStaff>[2] = {}) =>
  showStaff('/staff/people?role=mentor', permissions, {
    'GET /api/staff/people/?role=mentor&sort=-lastSeen': {
      status: 200,
      body: { results: [MAYA], nextCursor: null, total: 1 },
    },
    ...more,
  });

it('person_of_the_list_shows_what_is_missing', async () => {
  show(['read_people']);
  expect((await screen.findByRole('rowheader')).textContent).toContain('Maya Andersson');
  screen.getByText('Vetting');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

it('page_without_the_permission_does_not_exist', async () => {
  const { seen } = show(['handle_cases']);
  await screen.findByRole('heading', { name: 'This page does not exist' });
  expect(seen.some((call) => call.includes('people'))).toBe(false);
});

it('export_sends_reason_and_filters', async () => {
  const url =
    'GET /api/staff/people/export/?role=mentor&sort=-lastSeen&format=csv&reason=For+the+school+board';
  const { seen } = show(['read_people', 'export_people'], { [url]: refusal(403, 'forbidden') });
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save the file', hidden: true });
  expect(save.disabled).toBe(true);
  const reason = screen.getByRole('textbox', { name: 'What do you need it for?', hidden: true });
  await userEvent.type(reason, 'For the school board');
  await userEvent.click(save);
  await screen.findByText('You do not have access to this.');
  expect(seen).toContain(url);
});

it('text_to_many_is_read_by_each_in_their_language', async () => {
  const OLE = { ...MAYA, id: 'ole', firstName: 'Ole', lastName: 'Brandt', language: 'en' };
  const TIM = { ...MAYA, id: 'tim', firstName: 'Tim', lastName: 'Closed', status: 'closed' };
  const sent: Record<string, unknown>[] = [];
  const answers = (id: string) => ({
    [`POST /api/staff/messages/${id}/answers/`]: (body: Record<string, unknown>) => {
      sent.push({ id, ...body });
      return { status: 204 };
    },
  });
  show(['read_people', 'answer_messages'], {
    'GET /api/staff/people/?role=mentor&sort=-lastSeen': {
      status: 200,
      body: { results: [MAYA, OLE, TIM], nextCursor: null, total: 3 },
    },
    ...answers('maya'),
    ...answers('ole'),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
  await userEvent.click(screen.getByRole('button', { name: 'Write a message' }));
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send', hidden: true });
  expect(send.disabled).toBe(true);
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'What do you send?', hidden: true }),
    'Vetting ends soon',
  );
  await userEvent.click(send);
  await screen.findByText('Done: 2 of 3');
  screen.getByText(/The account is closed/);
  expect(sent.map(({ id, seen }) => [id, seen])).toEqual([
    ['maya', null],
    ['ole', null],
  ]);
  expect(sent[0]?.text).toMatch(/^Hallo Maya,.*\n– Sam$/s);
  expect(sent[1]?.text).toMatch(/^Hi Ole, your background check ends soon.*\n– Sam$/s);
  expect(sent[0]?.tempId).toBe(sent[1]?.tempId);
});

it('applications_are_declined_with_one_sentence', async () => {
  const decided: unknown[] = [];
  const url = 'GET /api/staff/people/?status=applying&sort=-lastSeen';
  showStaff('/staff/people?status=applying', ['read_people', 'manage_people'], {
    [url]: { status: 200, body: { results: [{ ...MAYA, status: 'applying' }], nextCursor: null, total: 1 } },
    'POST /api/staff/people/maya/application/': (body: unknown) => {
      decided.push(body);
      return { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  const note = screen.getByRole('textbox', { name: 'What do you want to write to them?', hidden: true });
  await userEvent.type(note, 'All places are taken.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Decline', hidden: true }).at(-1) as Element);
  await screen.findByText('Done: 1 of 1');
  expect(decided).toEqual([{ decision: 'decline', note: 'All places are taken.' }]);
});

it('guardians_of_many_are_asked_at_confirmed_addresses', async () => {
  const MINOR = { ...MAYA, role: 'mentee', missing: ['consent_missing'], isConsentAsked: false };
  const TOM = { ...MINOR, id: 'tom', firstName: 'Tom', lastName: 'Rivera' };
  const INES = { ...MINOR, id: 'ines', firstName: 'Ines', lastName: 'Okafor', language: 'ar' };
  const ASKED = { ...MINOR, id: 'leo', firstName: 'Leo', lastName: 'Silva', isConsentAsked: true };
  const NONE = { ...MINOR, id: 'ada', firstName: 'Ada', lastName: 'Berg' };
  const sent: unknown[] = [];
  let omar = 'omar@home.example';
  const { seen } = showStaff('/staff/people?role=mentee', ['read_people', 'manage_people'], {
    'GET /api/staff/people/?role=mentee&sort=-lastSeen': {
      status: 200,
      body: { results: [TOM, INES, ASKED, NONE], nextCursor: null, total: 4 },
    },
    'POST /api/staff/people/guardians/': () => ({
      status: 200,
      body: {
        guardians: [
          { person: 'tom', email: 'mia@home.example', importedAt: '2026-01-01T00:00:00Z' },
          { person: 'ines', email: omar, importedAt: '2026-01-01T00:00:00Z' },
        ],
      },
    }),
    'POST /api/staff/people/ines/consent-request/': (body: unknown) => {
      sent.push(body);
      return { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ask guardians' }));
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Ines.*omar@/, hidden: true });
  expect(box.checked, 'each address is confirmed').toBe(false);
  await userEvent.click(box);
  omar = 'other@home.example';
  await act(async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    focusManager.setFocused(undefined);
  });
  screen.getByText('1 person whose guardian is not asked');
  screen.getByText('No import names an address of the guardian of 1 person.');
  screen.getByText('A guardian is asked already.');
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Ask 1 guardian', hidden: true });
  expect(submit.disabled).toBe(true);
  await userEvent.type(
    screen.getByRole('textbox', { name: /^Where did you get/, hidden: true }),
    'Enrolment form 2026',
  );
  await userEvent.click(submit);
  await screen.findByText('Done: 1 of 4');
  expect(sent).toEqual([{ email: 'omar@home.example', language: 'ar', reference: 'Enrolment form 2026' }]);
  expect(
    seen.filter((call) => call.includes('guardians')),
    'asked once',
  ).toHaveLength(1);
  screen.getByText(/You did not confirm the address/);
  screen.getByText(/No import named an address/);
});

it('many_people_are_put_into_a_cohort', async () => {
  const AUTUMN = {
    id: '0192f0a0-0000-7000-8000-0000000000c1',
    name: 'Autumn',
    programme: PROGRAMME,
    mentees: 0,
    mentors: 0,
    invited: 0,
    createdAt: '2026-01-01T00:00:00Z',
  };
  const OLE = { ...MAYA, id: 'ole', firstName: 'Ole', lastName: 'Brandt' };
  const SUE = { ...MAYA, id: 'sue', firstName: 'Sue', lastName: 'Staff', role: 'staff' };
  const sent: unknown[] = [];
  show(['read_people', 'manage_people'], {
    'GET /api/staff/people/?role=mentor&sort=-lastSeen': {
      status: 200,
      body: {
        results: [{ ...MAYA, cohort: { id: 'spring', name: 'Spring' } }, OLE, SUE],
        nextCursor: null,
        total: 3,
      },
    },
    'GET /api/staff/cohorts/?limit=200': {
      status: 200,
      body: { results: [AUTUMN], nextCursor: null, total: 1 },
    },
    'POST /api/staff/people/cohort/': (body) => {
      sent.push(body);
      const isElsewhere = (body as { people: string[] }).people.includes('ole');
      return {
        status: 200,
        body: { changed: isElsewhere ? 0 : 1, unchanged: 0, leftOut: isElsewhere ? 1 : 0 },
      };
    },
  });
  await screen.findByText('Spring');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
  await userEvent.click(screen.getByRole('button', { name: 'Put into a cohort' }));
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Put in', hidden: true });
  expect(submit.disabled).toBe(true);
  const select = await screen.findByRole('combobox', { name: 'Cohort', hidden: true });
  await userEvent.selectOptions(select, 'Autumn');
  await userEvent.click(submit);
  await screen.findByText('Done: 1 of 3');
  screen.getByText(/Not in the programme of this cohort/);
  expect(sent).toEqual([
    { people: ['maya'], cohort: AUTUMN.id },
    { people: ['ole'], cohort: AUTUMN.id },
  ]);
});
