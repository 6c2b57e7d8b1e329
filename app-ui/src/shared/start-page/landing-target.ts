import type { Profile } from 'ui-kit';
import { pendingSurveys } from '../account/pending-surveys';

/** Start page of a person, and its navigation state. */
export interface LandingTarget {
  to: string;
  state?: { surveyId: string };
}

type Status = Pick<Profile['status'], 'surveys' | 'experiences' | 'matching' | 'newSessionAvailable'>;

const WAITS_FOR_MENTORSHIP: readonly string[] = ['READY', 'ON_HOLD', 'GROUP_HOLD'];

/** Applies the landing rules of the specification in order. `requested` is the requested page of this site. */
export function landingTarget(status: Status, requested: string | null): LandingTarget {
  const { experiences, matching, newSessionAvailable } = status;
  if (requested !== null) return { to: requested };

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
