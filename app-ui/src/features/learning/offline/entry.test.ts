import { expect, test } from 'vitest';
import type { SessionDetail } from '../types';
import { type Entry, queuedAnswers, withEntries } from './entry';

const step = (id: string, order: number, quiz?: string) => ({
  id,
  order,
  minutes: 5,
  status: 'NOT_STARTED',
  content: quiz === undefined ? [] : [{ quiz: { id: quiz, isMandatory: true, isSubmitted: false } }],
});
const session = {
  id: 's',
  sessionStatus: 'ONGOING',
  mentorship: null,
  durationCompleted: 0,
  currentStepId: 'a',
  sessionSteps: [step('a', 1), step('b', 2, 'q')],
} as unknown as SessionDetail;
const entry = (what: Entry['what'], more: Partial<Entry> = {}): Entry => ({
  id: 'i',
  account: 'me',
  at: '',
  title: '',
  what,
  ...more,
});
const read = { kind: 'step', session: 's', step: 'a' } as const;
const quiz = { kind: 'quiz', place: { session: 's', step: 'b', quiz: 'q' }, answers: {} } as const;
const states = ({ sessionStatus, durationCompleted, sessionSteps }: SessionDetail) => [
  sessionStatus,
  durationCompleted,
  ...sessionSteps.map(({ status }) => status),
];

test('what waits is shown as done', () => {
  expect(states(withEntries(session, [entry(read)]))).toEqual(['ONGOING', 5, 'COMPLETED', 'NOT_STARTED']);
  expect(states(withEntries(session, [entry(read), entry(quiz)]))).toEqual([
    'COMPLETED',
    10,
    'COMPLETED',
    'COMPLETED',
  ]);
});

test('quiz that waits leaves its step in a mentorship open', () => {
  const shared = { ...session, mentorship: 'm', partnerCompletedSteps: [] };
  const after = withEntries(shared, [entry(read), entry(quiz)]);
  expect(states(after)).toEqual(['ONGOING', 5, 'COMPLETED', 'NOT_STARTED']);
  expect(after.sessionSteps[1]?.content[0]?.quiz?.isSubmitted).toBe(true);
});

test('what was refused, or belongs to another session, is not', () => {
  const entries = [entry(read, { refusal: 'No.' }), entry({ ...read, session: 'other' })];
  expect(withEntries(session, entries)).toEqual(session);
});

test('last answers to a quiz that wait are found', () => {
  const path = { session: 's', step: 'b', quiz: 'q' };
  const of = (answer: string, more: Partial<Entry> = {}) =>
    entry({ kind: 'quiz', place: path, answers: { a: answer } }, more);
  const other = entry({ kind: 'quiz', place: { ...path, quiz: 'other' }, answers: { a: 'other' } });
  expect(queuedAnswers(path, [entry(read), of('first'), of('last'), other])).toEqual({ a: 'last' });
  expect(queuedAnswers(path, [of('first', { refusal: 'No.' }), other])).toBeUndefined();
});
