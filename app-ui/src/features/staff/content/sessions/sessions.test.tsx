import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../../testing';
import type { SessionDetail, StaffQuestion, StaffSession } from './session';

const SESSION: StaffSession = {
  key: 'first-call',
  title: 'Your first call',
  version: 2,
  audience: 'learning_hub',
  roles: ['mentee', 'mentor'],
  publishedOn: '2026-03-02',
  usedBy: [PROGRAMME],
  begun: 12,
  completed: 7,
  quizzes: 1,
};
const option = (key: string, label: string, count: number) => ({ key, label, explanation: '', count });
const PLACE: StaffQuestion = {
  key: 'place',
  title: 'Which place is best?',
  type: 'SingleChoiceRadio',
  isArranged: false,
  answerKey: ['kitchen'],
  submitted: 10,
  answered: 9,
  right: 1,
  options: [option('kitchen', 'The kitchen', 1), option('room', 'A quiet room', 8)],
};
const ORDER: StaffQuestion = {
  ...PLACE,
  key: 'morning',
  title: 'In which order?',
  type: 'ArrangeInOrder',
  isArranged: true,
  answerKey: ['wake', 'eat', 'walk'],
  options: [option('wake', 'Wake up', 5), option('eat', 'Eat', 4), option('walk', 'Walk', 3)],
};
const MOOD: StaffQuestion = { ...PLACE, key: 'mood', title: 'How are you?', answerKey: null };

const ADDRESS = '/api/staff/content/sessions/first-call/';
const detail = (changes: Partial<SessionDetail> = {}, place = PLACE): SessionDetail => ({
  session: SESSION,
  mayCorrect: true,
  quizzes: [{ key: 'check', step: 'Prepare', correctedAt: null, questions: [place, ORDER, MOOD] }],
  ...changes,
});

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const EFFECTS = { people: 9, gained: 8, lost: 1, allRight: 5 };

function show(calls: Parameters<typeof showStaff>[2] = {}) {
  return showStaff('/staff/content/sessions/first-call', ['manage_content'], {
    [`GET ${ADDRESS}`]: { status: 200, body: detail() },
    [`POST ${ADDRESS}answer-key/preview/`]: { status: 200, body: EFFECTS },
    ...calls,
  });
}

async function open(question: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Correct the answer key: ${question}` }));
  return within(await screen.findByRole('dialog', { hidden: true }));
}

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Correct it', hidden: true });

it('sessions_are_listed_by_where_they_are_offered', async () => {
  const mentorship = {
    ...SESSION,
    key: 'goal',
    title: 'A goal',
    audience: 'mentorship' as const,
    usedBy: [],
  };
  showStaff('/staff/content', ['manage_content'], {
    'GET /api/staff/content/sessions/': { status: 200, body: { sessions: [mentorship, SESSION] } },
  });
  const hub = within(await screen.findByRole('region', { name: 'In the learning hub' }));
  screen.getByRole('heading', { level: 1, name: 'Sessions' });
  expect(hub.getByRole('link', { name: 'Your first call' }).getAttribute('href')).toBe(
    '/staff/content/sessions/first-call',
  );
  hub.getByText('for mentors and mentees · 1 quiz · version 2');
  hub.getByText('Recommended by Northfield');
  const pairs = within(screen.getByRole('region', { name: 'In mentorships' }));
  pairs.getByText('In the mentorships of no programme of yours');
});

it('question_shows_its_key_and_what_people_chose', async () => {
  show();
  await screen.findByRole('heading', { name: 'Which place is best?' });
  screen.getAllByText('9 of 10 answered, 1 right');
  screen.getByText(/^9 of 10 answered\. No answer is right or wrong/);
  expect(screen.queryByRole('button', { name: 'Correct the answer key: How are you?' })).toBeNull();
});

it('correction_shows_whom_it_affects_before_it_is_saved', async () => {
  let sent: unknown;
  show({
    [`POST ${ADDRESS}answer-key/`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: EFFECTS };
    },
  });
  const dialog = await open('Which place is best?');
  dialog.getByText('This is the key as it is now.');
  expect(submit().disabled).toBe(true);
  await userEvent.click(dialog.getByLabelText('The kitchen'));
  dialog.getByText('At least one option must be right.');
  await userEvent.click(dialog.getByLabelText('A quiet room'));
  await dialog.findByText('The answers of 8 people count as right now.');
  dialog.getByText('5 of them now have everything right.');
  dialog.getByText('The answer of 1 person does not count as right any more.');
  dialog.getByText('Badges and completed sessions stay as they are: no one loses any.');
  await userEvent.click(submit());
  await screen.findByText('Corrected. It counts for everyone, also for answers from before.');
  expect(sent).toEqual({ quiz: 'check', question: 'place', answerKey: ['room'], expected: ['kitchen'] });
});

it('effects_that_have_changed_are_shown_again', async () => {
  let gained = 8;
  const sent: unknown[] = [];
  show({
    [`POST ${ADDRESS}answer-key/preview/`]: () => ({ status: 200, body: { ...EFFECTS, gained } }),
    [`POST ${ADDRESS}answer-key/`]: (request: unknown) => {
      sent.push(request);
      return { status: 200, body: EFFECTS };
    },
  });
  const dialog = await open('Which place is best?');
  await userEvent.click(dialog.getByLabelText('A quiet room'));
  await dialog.findByText('The answers of 8 people count as right now.');
  gained = 9;
  await userEvent.click(submit());
  await dialog.findByText('The answers of 9 people count as right now.');
  dialog.getByText('Whom this affects has changed meanwhile. Please look again.');
  expect(sent).toHaveLength(0);
  await userEvent.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
});

it('order_is_corrected_by_buttons', async () => {
  let sent: unknown;
  show({
    [`POST ${ADDRESS}answer-key/`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: EFFECTS };
    },
  });
  const dialog = await open('In which order?');
  const up = dialog.getByRole('button', { name: 'Move Walk up', hidden: true });
  await userEvent.click(up);
  expect(document.activeElement).toBe(up);
  await dialog.findByText('The answers of 8 people count as right now.');
  await userEvent.click(submit());
  await waitFor(() => expect(sent).toMatchObject({ answerKey: ['wake', 'walk', 'eat'] }));
});

it('key_that_a_colleague_corrected_meanwhile_is_not_overwritten', async () => {
  let key = ['kitchen'];
  show({
    [`GET ${ADDRESS}`]: () => ({ status: 200, body: detail({}, { ...PLACE, answerKey: key }) }),
    [`POST ${ADDRESS}answer-key/`]: () => {
      key = ['room'];
      return refusal(409, 'changed_meanwhile');
    },
  });
  const dialog = await open('Which place is best?');
  await userEvent.click(dialog.getByLabelText('A quiet room'));
  await dialog.findByText('The answers of 8 people count as right now.');
  await userEvent.click(submit());
  await dialog.findByText('A colleague has corrected this key meanwhile.');
  expect(submit().disabled).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Take over theirs', hidden: true }));
  expect(dialog.getByLabelText<HTMLInputElement>('The kitchen').checked).toBe(false);
  dialog.getByText('This is the key as it is now.');
});

it('coordinator_reads_who_can_correct', async () => {
  show({ [`GET ${ADDRESS}`]: { status: 200, body: detail({ mayCorrect: false }) } });
  await screen.findByText(/^Content belongs to the whole installation\./);
  expect(screen.queryByRole('button', { name: /^Correct the answer key/ })).toBeNull();
});

it('session_without_quiz_says_so', async () => {
  show({ [`GET ${ADDRESS}`]: { status: 200, body: detail({ quizzes: [] }) } });
  await screen.findByText('This session has no quiz');
});
