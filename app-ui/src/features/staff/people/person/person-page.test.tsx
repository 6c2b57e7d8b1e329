import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import type { PersonRecord } from './person-record';
import { MAYA, page, showPerson } from './testing';

const ENTRY = {
  at: '2026-02-01T09:00:00Z',
  title: null,
  names: null,
  actor: null,
  reason: null,
  before: null,
  after: null,
};
const TIMELINE = [
  {
    ...ENTRY,
    kind: 'change_facts',
    actor: 'Sam Weber',
    reason: 'Certificate 0815',
    before: { vetted_until: '2026-01-31', birth_month: '1988-09' },
    after: { vetted_until: null, birth_month: '1988-09' },
  },
  { ...ENTRY, kind: 'mentorship_began', names: 'Tom Rivera', title: 'Tuesday circle' },
  { ...ENTRY, kind: 'survey', title: 'About you' },
];
const FACTS = 'POST /api/staff/people/maya/facts/';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const show: typeof showPerson = (person, permissions, more = {}) =>
  showPerson(person, permissions, { 'GET /api/staff/people/maya/timeline/': page(TIMELINE), ...more });

const button = (name: string) => screen.getByRole('button', { name, hidden: true });

it('page_of_a_person_says_what_is_missing_and_what_happened', async () => {
  show({}, ['read_people']);
  await screen.findByRole('heading', { name: 'Maya Okafor' });
  screen.getByText(
    'Chat, calls and matching are closed to Maya Okafor until what is missing below is recorded.',
  );
  const entries = within(await screen.findByRole('list', { name: '' })).getAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    '1 Feb 2026Put on record · Sam WeberVetting: Not recordedCertificate 0815',
    '1 Feb 2026Mentorship with Tom Rivera (Tuesday circle) began',
    '1 Feb 2026Completed “About you”',
  ]);
  expect(screen.queryByRole('button', { name: 'Record the vetting' })).toBeNull();
  expect(screen.queryByText('What you can do')).toBeNull();
});

it('recorded_vetting_is_sent_with_its_reference', async () => {
  let sent: unknown;
  show({ mayChange: true }, ['read_people'], {
    [FACTS]: (body: unknown) => {
      sent = body;
      return { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Record the vetting' }));
  const send = screen
    .getAllByRole<HTMLButtonElement>('button', { name: 'Record the vetting', hidden: true })
    .at(-1);
  expect(send?.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Valid until (inclusive)'), '2027-06-30');
  await userEvent.type(screen.getByLabelText(/^What did you check/), 'Certificate 0815');
  await userEvent.click(send as HTMLElement);
  await screen.findByText('Recorded.');
  expect(sent).toEqual({
    fact: 'vetting',
    was: null,
    is: '2027-06-30',
    reference: 'Certificate 0815',
  });
});

it('decision_of_a_colleague_is_said_and_shown', async () => {
  const { seen } = show({ mayChange: true, vettedUntil: '2027-01-31', missing: [] }, ['read_people'], {
    [FACTS]: refusal(409, 'changed_meanwhile'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'End the vetting' }));
  await userEvent.type(screen.getByLabelText(/^Why/), 'It was withdrawn');
  await userEvent.click(
    screen.getAllByRole('button', { name: 'End the vetting', hidden: true }).at(-1) as HTMLElement,
  );
  await screen.findByText(/^This was changed in the meantime/);
  expect(seen.filter((call) => call === 'GET /api/staff/people/maya/').length).toBeGreaterThan(1);
});

const CORRECT = 'Correct the name or email';

it('correction_after_one_of_a_colleague_shows_theirs_and_keeps_what_was_typed', async () => {
  const sent: unknown[] = [];
  let person: PersonRecord = { ...MAYA, mayChange: true };
  const { firstName, email } = MAYA;
  show({ mayChange: true }, ['read_people'], {
    'GET /api/staff/people/maya/': () => ({ status: 200, body: person }),
    'POST /api/staff/people/maya/correction/': (body: unknown) => {
      sent.push(body);
      person = { ...person, lastName: 'Oke' };
      return sent.length === 1 ? refusal(409, 'changed_meanwhile') : { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: CORRECT }));
  await userEvent.type(screen.getByLabelText(/^What did you check/), 'Passport');
  const first = screen.getByLabelText(/^First name/);
  await userEvent.clear(first);
  await userEvent.type(first, 'Maja');
  const send = screen.getByRole('button', { name: 'Correct', hidden: true });
  await userEvent.click(send);
  await screen.findByText('Now it says: Maya Oke, maya@example.org');
  await userEvent.click(send);
  await screen.findByText('Corrected.');
  const was = { firstName, lastName: 'Oke', email };
  expect(sent[1]).toEqual({ was, is: { ...was, firstName: 'Maja' }, reference: 'Passport' });
});

it('request_that_the_reader_entered_needs_a_colleague', async () => {
  const request = {
    id: 'one',
    kind: 'access',
    words: '',
    receivedOn: '2026-03-01',
    dueOn: '2999-04-01',
    extension: null,
    outcome: null,
    answer: '',
    closedAt: null,
    closedBy: null,
    isEntered: true,
    isEnteredBySelf: true,
  };
  show({ mayChange: true }, ['read_people', 'export_people'], {
    'GET /api/staff/people/maya/data-requests/': {
      status: 200,
      body: [request, { ...request, id: 'two', kind: 'erasure' }],
    },
  });
  expect(await screen.findAllByText(/^You entered this request/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Save the copy' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Agree and erase' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Decline' })).toHaveLength(2);
});

it('correction_sends_what_was_seen_and_what_is_right', async () => {
  let sent: unknown;
  show(
    { mayChange: true, firstName: 'Maya', lastName: 'Okafor', email: 'maya@example.org' },
    ['read_people'],
    {
      'POST /api/staff/people/maya/correction/': (body: unknown) => {
        sent = body;
        return { status: 204 };
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: CORRECT }));
  const send = screen.getByRole('button', { name: 'Correct', hidden: true });
  await userEvent.type(screen.getByLabelText(/^What did you check/), 'Passport');
  expect((send as HTMLButtonElement).disabled, 'nothing is corrected').toBe(true);
  const first = screen.getByLabelText(/^First name/);
  await userEvent.clear(first);
  await userEvent.type(first, 'Maja');
  await userEvent.click(send);
  await screen.findByText('Corrected.');
  const was = { firstName: 'Maya', lastName: 'Okafor', email: 'maya@example.org' };
  expect(sent).toEqual({ was, is: { ...was, firstName: 'Maja' }, reference: 'Passport' });
});

it.each([
  ['person whom the caller may not change', { mayChange: false }, []],
  [
    'suspended person',
    { isSuspended: true },
    [CORRECT, 'End the suspension', 'Sign out on all devices', 'Close the account'],
  ],
  ['closed account', { status: 'closed' as const }, [CORRECT, 'Open the account again']],
  [
    'person whom a lead suspended',
    { isSuspended: true, isSuspendedByLead: true },
    [CORRECT, 'Sign out on all devices', 'Close the account'],
  ],
  [
    'person who is not signed in',
    { loginSessions: 0 },
    [CORRECT, 'Suspend Maya Okafor', 'Close the account'],
  ],
])('acts of the page: %s', async (_, person, acts) => {
  show({ mayChange: true, ...person }, ['read_people']);
  await screen.findByRole('heading', { name: 'Maya Okafor' });
  const title = screen.queryByRole('heading', { name: 'What you can do' });
  const buttons = title ? within(title.parentElement as HTMLElement).getAllByRole('button') : [];
  expect(buttons.map((one) => one.textContent)).toEqual(acts);
  if (acts.length > 0) button(acts[0] as string);
});

it('person_of_another_programme_does_not_exist', async () => {
  show({}, ['read_people'], {
    'GET /api/staff/people/maya/': refusal(404, 'not_found'),
  });
  await screen.findByRole('heading', { name: 'This page does not exist' });
});

const POOL = { since: null, surveys: [], sessions: 0 };
const LACKS: PersonRecord['matching'] = { ...POOL, state: 'locked', surveys: ['About you'], sessions: 2 };
it.each<[string, Partial<PersonRecord>, string | null]>([
  [
    'waits',
    { missing: [], matching: { ...POOL, state: 'waiting', since: '2026-03-01T09:00:00Z' } },
    'Maya Okafor has been waiting for a match since 1 March 2026.',
  ],
  [
    'waits and lacks a fact',
    { matching: { ...POOL, state: 'waiting', since: '2026-03-01T09:00:00Z' } },
    'Maya Okafor has been waiting since 1 March 2026, but is passed over until what is missing is on record.',
  ],
  ['has not done all', { matching: LACKS }, 'Maya Okafor is not in matching yet:'],
  ['is suspended', { matching: LACKS, isSuspended: true }, null],
  ['is not matched by the programme', { matching: null }, null],
])('matching of a person who %s', async (_, person, sentence) => {
  show(person, ['read_people']);
  await screen.findByRole('heading', { name: 'Maya Okafor' });
  const section = screen.queryByRole('region', { name: 'Matching' });
  expect(section?.querySelector('p')?.textContent ?? null).toBe(sentence);
  const lacks = ['The survey “About you” is not complete.', 'Learning sessions not completed: 2'];
  const isListed = sentence?.endsWith(':') ?? false;
  expect([...(section?.querySelectorAll('li') ?? [])].map((one) => one.textContent)).toEqual(
    isListed ? lacks : [],
  );
});

const REQUEST = {
  id: 'r1',
  kind: 'access',
  words: 'Everything, please',
  receivedOn: '2026-02-01',
  dueOn: '2026-03-01',
  extension: null,
  outcome: null,
  answer: '',
  closedAt: null,
  closedBy: null,
  isEntered: true,
};

it('request_about_data_is_closed_with_a_word_to_the_person', async () => {
  let sent: unknown;
  show({ mayChange: true }, ['read_people'], {
    'GET /api/staff/people/maya/data-requests/': { status: 200, body: [REQUEST] },
    'POST /api/staff/people/maya/data-requests/r1/closing/': (body: unknown) => {
      sent = body;
      return { status: 204 };
    },
  });
  await screen.findByText('Everything, please');
  screen.getByText(/^The answer was due on/);
  expect(screen.queryByRole('button', { name: 'Take two months more' }), 'the month is over').toBeNull();
  expect(screen.queryByRole('button', { name: 'Save the copy' }), 'may not export').toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close as done' }));
  await userEvent.type(screen.getByLabelText(/^What should they read/), 'It is at the office');
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Close as done', hidden: true }).at(-1) as HTMLElement,
  );
  await screen.findByText('The request is closed.');
  expect(sent).toEqual({ outcome: 'done', answer: 'It is at the office' });
});

it('request_is_declined_only_with_a_sentence', async () => {
  show({ mayChange: true }, ['read_people'], {
    'GET /api/staff/people/maya/data-requests/': { status: 200, body: [{ ...REQUEST, kind: 'erasure' }] },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  const send = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Decline', hidden: true }).at(-1);
  expect(send?.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText(/^What should they read/), 'The law keeps it');
  expect(send?.disabled).toBe(false);
});
