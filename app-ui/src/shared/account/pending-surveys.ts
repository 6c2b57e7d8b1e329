import type { Profile } from 'ui-kit';

/** Returns the surveys that this person has not completed. */
export function pendingSurveys({ surveys }: Pick<Profile['status'], 'surveys'>) {
  const isPending = /^(?:NOT_STARTED|ONGOING)/;
  return surveys.filter(
    ({ expPermission, surveyStatus }) => expPermission === 'use' && isPending.test(surveyStatus),
  );
}
