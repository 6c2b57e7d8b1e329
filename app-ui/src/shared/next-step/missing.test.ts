import type { Profile } from 'ui-kit';
import { expect, it } from 'vitest';
import { missingFor } from './missing';

function profile(
  matchingflow: string,
  { survey = 'COMPLETE', remainingSessions = 0, applicationReview = 'hide' } = {},
) {
  return {
    status: {
      surveys: [{ expPermission: 'use', surveyStatus: survey }],
      experiences: {
        matchingflow,
        matchingflowStatus: { applicationReview },
        session: 'use',
        mentorshipSessionStatus: { completedSessions: 0, remainingSessions },
      },
    },
  } as unknown as Profile;
}

it.each([
  ['a survey', profile('show', { survey: 'NOT_STARTED' }), ['surveys']],
  ['sessions', profile('show', { remainingSessions: 3 }), ['sessions']],
  ['the review of staff', profile('show', { applicationReview: 'use' }), ['review']],
  [
    'all of them',
    profile('show', { survey: 'ONGOING', remainingSessions: 1, applicationReview: 'use' }),
    ['surveys', 'sessions', 'review'],
  ],
  ['what the profile does not name', profile('show'), ['other']],
])('%s', (_, person, expected) => {
  expect(missingFor(person)).toEqual(expected);
});
