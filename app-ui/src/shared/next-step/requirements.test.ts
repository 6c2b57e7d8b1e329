import { expect, test } from 'vitest';
import { requirementsOf } from './requirements';

const survey = (surveyStatus: string, expPermission = 'use') => ({
  surveyId: 'a',
  surveyStatus,
  expPermission,
});

function status(changes: object, experiences: object = {}) {
  return {
    status: {
      surveys: [],
      ...changes,
      experiences: {
        survey: 'use',
        session: 'use',
        mentorshipSessionStatus: { completedSessions: 0, remainingSessions: 0 },
        matchingflowStatus: { applicationReview: 'hide' },
        ...experiences,
      },
    },
  } as unknown as Parameters<typeof requirementsOf>[0];
}

test('surveys, sessions and the review are on the way', () => {
  const surveys = [survey('COMPLETED'), survey('ONGOING'), survey('NOT_STARTED', 'hide')];
  const experiences = {
    mentorshipSessionStatus: { completedSessions: 2, remainingSessions: 3 },
    matchingflowStatus: { applicationReview: 'use' },
  };
  expect(requirementsOf(status({ surveys }, experiences))).toEqual([
    { kind: 'surveys', done: 1, count: 2, to: '/surveylisting' },
    { kind: 'sessions', done: 2, count: 5, to: '/learninghub' },
    { kind: 'review', done: 0, count: 1, to: null },
  ]);
});

test('what the programme does not have is not on the way', () => {
  expect(requirementsOf(status({}))).toEqual([]);
  const closed = { survey: 'hide', session: 'show' };
  const surveys = [survey('NOT_STARTED')];
  const sessions = { mentorshipSessionStatus: { completedSessions: 0, remainingSessions: 5 } };
  expect(requirementsOf(status({ surveys }, { ...sessions, ...closed }))).toEqual([]);
});
