import type { Profile } from 'ui-kit';

/** Where a person belongs, and what the page there has to know. */
export interface Landing {
  to: string;
  state?: { surveyId: string };
}

type Status = Pick<Profile['status'], 'surveys' | 'experiences' | 'matching' | 'newSessionAvailable'>;

const WAITS_FOR_MENTORSHIP: readonly string[] = ['READY', 'ON_HOLD', 'GROUP_HOLD'];

/** The surveys that wait for this person. */
export function pendingSurveys({ surveys }: Pick<Status, 'surveys'>) {
  const isPending = /^(?:NOT_STARTED|ONGOING)/;
  return surveys.filter(
    ({ expPermission, surveyStatus }) => expPermission === 'use' && isPending.test(surveyStatus),
  );
}

/** The landing rules of the specification, in order. `wanted` is the page of our own that was asked for, if any. */
export function landing(status: Status, wanted: string | null): Landing {
  const { experiences, matching, newSessionAvailable } = status;
  if (wanted !== null) return { to: wanted };

  const [survey, ...others] = pendingSurveys(status);
  if (survey !== undefined) {
    return others.length > 0
      ? { to: '/surveylisting' }
      : { to: '/survey', state: { surveyId: survey.surveyId } };
  }
  const isMatching = WAITS_FOR_MENTORSHIP.includes(matching.matchingStatus ?? '');
  if (experiences.curriculum === 'use' || isMatching) return { to: '/mentorship' };
  if (experiences.session === 'use' && newSessionAvailable) return { to: '/learninghub' };
  if (experiences.curriculum === 'show') return { to: '/mentorship' };
  return { to: '/learninghub' };
}
