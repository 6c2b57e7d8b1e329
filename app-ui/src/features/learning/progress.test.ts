import { describe, expect, test } from 'vitest';
import {
  blockingStep,
  isDoneOffered,
  isFinished,
  isReached,
  missingQuizzes,
  onForward,
  percentDone,
  timeLeft,
  withCompleted,
} from './progress';
import type { SessionDetail, SessionStep } from './types';

describe('progress', () => {
  test.each([
    [20, 0, null, 0, 20, false],
    [20, 5, 'ONGOING', 25, 15, false],
    [20, 20, 'ONGOING', 100, 0, false],
    [20, 30, 'ONGOING', 100, 0, false],
    [0, 0, 'ONGOING', 0, 0, false],
    [20, 10, 'COMPLETED', 100, 10, true],
  ] as const)(
    '%i minutes, %i done, %s',
    (sessionDuration, durationCompleted, sessionStatus, percent, minutes, isCompleted) => {
      const card = { sessionDuration, durationCompleted, sessionStatus, catchUp: false };
      expect(percentDone(card)).toBe(percent);
      expect(timeLeft(card)).toEqual({ isCompleted, minutes });
    },
  );
});

const step = (order: number, status: string, quiz?: { isMandatory: boolean; isSubmitted: boolean }) =>
  ({ id: `s${order}`, order, status, content: quiz ? [{ quiz }] : [] }) as unknown as SessionStep;
const session = (sessionStatus: string, ...sessionSteps: SessionStep[]) =>
  ({
    sessionStatus,
    sessionSteps,
    mentorship: null,
    catchUp: false,
    partnerCompletedSteps: [],
  }) as unknown as SessionDetail;

test('steps are completed one after the other', () => {
  const [first, second, third] = [step(1, 'COMPLETED'), step(2, 'NOT_STARTED'), step(3, 'NOT_STARTED')];
  const whole = session('ONGOING', first, second, third);
  expect([first, second, third].map((one) => isReached(whole, one))).toEqual([true, true, false]);
});

test('mandatory quizzes without answers are missing', () => {
  const quizzes = [
    { isMandatory: true, isSubmitted: false },
    { isMandatory: true, isSubmitted: true },
    { isMandatory: false, isSubmitted: false },
  ];
  expect(quizzes.map((quiz) => missingQuizzes(step(1, 'NOT_STARTED', quiz)).length)).toEqual([1, 0, 0]);
});

test('Done is offered on the last step when all mandatory quizzes have answers', () => {
  const last = step(2, 'NOT_STARTED', { isMandatory: false, isSubmitted: false });
  const first = step(1, 'COMPLETED', { isMandatory: true, isSubmitted: true });
  expect(isDoneOffered(session('ONGOING', first, last), last)).toBe(true);
  expect(isDoneOffered(session('ONGOING', first, last), first)).toBe(false);
  expect(isDoneOffered(session('COMPLETED', first, last), last)).toBe(false);
  const open = step(1, 'COMPLETED', { isMandatory: true, isSubmitted: false });
  expect(isDoneOffered(session('ONGOING', open, last), last)).toBe(false);
});

const shared = (sessionStatus: string, partnerStatus: string, ...sessionSteps: SessionStep[]) => ({
  ...session(sessionStatus, ...sessionSteps),
  mentorship: 'm',
  partnerCompletedSteps: [{ userId: 'p', partnerStatus, steps: [] }],
});

test('in a mentorship Done needs all earlier steps, and a session waits for the others', () => {
  const [first, last] = [step(1, 'PARTIAL_COMPLETE'), step(2, 'NOT_STARTED')];
  expect(isDoneOffered(shared('ONGOING', 'ONGOING', first, last), last)).toBe(false);
  const done = { ...first, status: 'COMPLETED' };
  const ready = shared('ONGOING', 'ONGOING', done, last);
  expect(isDoneOffered(ready, last)).toBe(true);
  expect(isDoneOffered({ ...ready, sessionStatus: 'PARTIAL_COMPLETE' }, last)).toBe(false);
  expect(withCompleted(ready, 's2').sessionStatus).toBe('PARTIAL_COMPLETE');
  expect(withCompleted(shared('ONGOING', 'PARTIAL_COMPLETE', done, last), 's2').sessionStatus).toBe(
    'COMPLETED',
  );
  // The others completed it without this person.
  const late = { ...shared('COMPLETED', 'COMPLETED', done, last), catchUp: true };
  expect([isFinished(late), isDoneOffered(late, last)]).toEqual([false, true]);
  expect(isFinished(withCompleted(late, 's2'))).toBe(true);
});

test('in a mentorship a mandatory quiz comes before later steps', () => {
  const first = step(1, 'COMPLETED');
  const quiz = step(2, 'NOT_STARTED', { isMandatory: true, isSubmitted: false });
  const last = step(3, 'NOT_STARTED');
  const whole = shared('ONGOING', 'ONGOING', first, quiz, last);
  expect([first, quiz, last].map((one) => blockingStep(whole, one)?.id)).toEqual([
    undefined,
    undefined,
    's2',
  ]);
  expect(blockingStep({ ...whole, mentorship: null }, last)).toBeUndefined();
});

test('step that is read ahead asks for its quiz in a mentorship', () => {
  const open = { isMandatory: true, isSubmitted: false };
  const steps = (status: string) =>
    [step(1, status), step(2, 'NOT_STARTED', open), step(3, 'NOT_STARTED')] as const;
  const of = (session: SessionDetail) => session.sessionSteps.map((one) => onForward(session, one));
  const ahead = shared('ONGOING', 'ONGOING', ...steps('NOT_STARTED'));
  expect(of(ahead)).toEqual(['complete', 'quiz', 'go']);
  expect(of({ ...ahead, mentorship: null })).toEqual(['complete', 'go', 'go']);
  expect(of(shared('ONGOING', 'ONGOING', ...steps('COMPLETED')))).toEqual(['go', 'quiz', 'go']);
});
