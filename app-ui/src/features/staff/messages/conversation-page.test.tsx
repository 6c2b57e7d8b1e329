import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { refusal } from '../../../testing/fake-api';
import { showStaff } from '../testing';
import type { ConversationPage, TeamMessage } from './conversation';

const TOM = { id: 'tom', name: 'Tom Rivera' };
const CARL = { id: 'carl', name: 'Carl Berg' };
const ADDRESS = '/api/staff/messages/tom/';

const message = (seq: number, change: Partial<TeamMessage> = {}): TeamMessage => ({
  seq,
  text: `Message ${seq}`,
  file: null,
  isOfStaff: false,
  author: null,
  createdAt: '2026-11-02T09:00:00Z',
  isEdited: false,
  isDeleted: false,
  quote: null,
  reactions: [],
  ...change,
});
const CONVERSATION: ConversationPage = {
  person: TOM,
  role: 'mentee',
  language: 'en',
  head: 1,
  messages: [message(1)],
  hasOlder: false,
  waitingSince: '2026-11-02T09:00:00Z',
  due: '2026-11-03T17:00:00Z',
  assignedTo: null,
  readUpto: 0,
  readAt: null,
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});
beforeEach(() => sessionStorage.clear());

function show(
  change: Partial<ConversationPage> = {},
  more: Parameters<typeof showStaff>[2] = {},
  search = '',
) {
  return showStaff(`/staff/messages/tom${search}`, ['answer_messages'], {
    [`GET ${ADDRESS}`]: { status: 200, body: { ...CONVERSATION, ...change } },
    [`GET ${ADDRESS}colleagues/`]: { status: 200, body: [CARL, { id: 'sam', name: 'Sam Whitfield' }] },
    [`PUT ${ADDRESS}reading/`]: { status: 204 },
    'GET /api/staff/people/tom/notes/': { status: 200, body: [] },
    ...more,
  });
}

/** A call that answers the same each time, and the bodies that it got. */
function recorded(answer: { status: number; body?: unknown } = { status: 204 }) {
  const bodies: unknown[] = [];
  const call = (body: unknown) => {
    bodies.push(body);
    return answer;
  };
  return { bodies, call };
}

it('answer is sent with what the page has shown', async () => {
  const user = userEvent.setup();
  const [answers, reading] = [recorded(), recorded()];
  show({}, { [`POST ${ADDRESS}answers/`]: answers.call, [`PUT ${ADDRESS}reading/`]: reading.call });
  const field = await screen.findByLabelText(/^Your message/);
  await user.type(field, 'Of course.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(answers.bodies).toHaveLength(1));
  expect(answers.bodies[0]).toMatchObject({ text: 'Of course.\n– Sam', seen: 1 });
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
  expect(reading.bodies).toEqual([{ seen: 1 }]);
});

it('refused answer keeps its text and its id', async () => {
  const user = userEvent.setup();
  const answers = recorded(refusal(409, 'answered_meanwhile'));
  show({}, { [`POST ${ADDRESS}answers/`]: answers.call });
  const field = await screen.findByLabelText(/^Your message/);
  await user.type(field, 'No.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect((await screen.findByRole('alert')).textContent).toContain('A colleague has answered meanwhile.');
  expect((field as HTMLTextAreaElement).value).toBe('No.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(answers.bodies).toHaveLength(2));
  const [first, second] = answers.bodies as { tempId: string }[];
  expect(first?.tempId).toBe(second?.tempId);
});

it('conversation names its authors, and who has read', async () => {
  show({
    head: 3,
    messages: [
      message(1, { isEdited: true, reactions: ['👍'], quote: 'Hello' }),
      message(2, { isDeleted: true, text: '' }),
      message(3, { isOfStaff: true, author: CARL, text: 'Bye' }),
    ],
    waitingSince: null,
    due: null,
    assignedTo: CARL,
    readUpto: 3,
    readAt: '2026-11-02T10:00:00Z',
  });
  const log = within(await screen.findByRole('log', { name: 'Conversation' }));
  log.getByText('Carl Berg');
  log.getByText('Message deleted');
  log.getByText('Tom Rivera: 👍');
  log.getByText(/^Read /);
  screen.getByText('Nothing waits for an answer.');
  screen.getByText('Carl Berg takes care of this.');
  screen.getByRole('button', { name: 'Let it wait again' });
});

it('text that the address names is put into an empty answer once', async () => {
  const { router } = show({ language: 'de', waitingSince: null, due: null }, {}, '?text=silent');
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^Your message/);
  await waitFor(() => expect(field.value).toMatch(/^Hallo Tom, wir haben länger/));
  expect(router.state.location.search).toBe('');
});

it('text that the address names is no answer to a question that waits', async () => {
  const { router } = show({ language: 'de' }, {}, '?text=silent');
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^Your message/);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(field.value).toBe('');
  screen.getByText(/waits for an answer to what stands above/);
});

it('someone who never wrote can be written to', async () => {
  show({ head: 0, messages: [], waitingSince: null, due: null });
  await screen.findByText(/You have not written to each other yet/);
  expect(screen.queryByRole('button', { name: 'Take it' })).toBeNull();
  expect(screen.queryByText('Nothing waits for an answer.')).toBeNull();
});

it('conversation is taken, and given to a colleague', async () => {
  const user = userEvent.setup();
  const assignment = recorded();
  show({}, { [`PUT ${ADDRESS}assignment/`]: assignment.call });
  await user.click(await screen.findByRole('button', { name: 'Take it' }));
  await waitFor(() => expect(assignment.bodies).toEqual([{ before: null, to: 'sam' }]));
  await user.click(screen.getByRole('button', { name: 'Give to a colleague' }));
  expect(screen.queryByRole('radio', { name: 'Sam Whitfield' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Carl Berg' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Give to a colleague' }));
  await waitFor(() => expect(assignment.bodies[1]).toEqual({ before: null, to: 'carl' }));
});

it('page says that no colleague could take a conversation', async () => {
  show({}, { [`GET ${ADDRESS}colleagues/`]: { status: 200, body: [{ id: 'sam', name: 'Sam Whitfield' }] } });
  await screen.findByText(/You are the only one who answers here\.$/);
  expect(screen.queryByRole('button', { name: 'Give to a colleague' })).toBeNull();
});

it('notes are added, and deleted by their author', async () => {
  const user = userEvent.setup();
  const note = {
    id: 'n1',
    text: 'Prefers calls',
    author: CARL,
    createdAt: '2026-11-01T09:00:00Z',
    isOwn: true,
  };
  const added = recorded();
  show(
    {},
    {
      'GET /api/staff/people/tom/notes/': { status: 200, body: [note] },
      'POST /api/staff/people/tom/notes/': added.call,
      'DELETE /api/staff/people/tom/notes/n1/': { status: 204 },
    },
  );
  await user.type(await screen.findByLabelText('New note'), 'Plays chess');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(added.bodies[0]).toMatchObject({ text: 'Plays chess' }));
  await user.click(await screen.findByRole('button', { name: 'Delete note' }));
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByText(/Prefers calls/);
  await user.click(dialog.getByRole('button', { name: 'Delete note' }));
  await screen.findByText('Note deleted');
});
