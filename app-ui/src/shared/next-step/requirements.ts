import type { Profile } from 'ui-kit';

/** A step on the way to a mentorship. */
export interface Requirement {
  kind: 'surveys' | 'sessions' | 'review';
  done: number;
  /** How many there are. */
  count: number;
  /** Where it is done; null if others do it. */
  to: string | null;
}

/**
 * Returns the steps on the way to a mentorship, in their order; none that the programme does not have. `sessionsLeft` as for
 * `missingFor`.
 */
export function requirementsOf(
  { status }: Pick<Profile, 'status'>,
  sessionsLeft = status.experiences.mentorshipSessionStatus.remainingSessions,
): Requirement[] {
  const { survey, session, mentorshipSessionStatus, matchingflowStatus } = status.experiences;
  const taken = status.surveys.filter(({ expPermission }) => expPermission !== 'hide');
  const surveys: Requirement = {
    kind: 'surveys',
    done: taken.filter(({ surveyStatus }) => surveyStatus === 'COMPLETED').length,
    count: taken.length,
    to: '/surveylisting',
  };
  const { completedSessions } = mentorshipSessionStatus;
  const sessions: Requirement = {
    kind: 'sessions',
    done: completedSessions,
    count: completedSessions + sessionsLeft,
    to: '/learninghub',
  };
  const isReviewed = matchingflowStatus.applicationReview === 'hide';
  const review: Requirement = { kind: 'review', done: isReviewed ? 1 : 0, count: 1, to: null };
  return [
    ...(survey === 'use' && taken.length > 0 ? [surveys] : []),
    ...(session === 'use' && sessionsLeft > 0 ? [sessions] : []),
    // After the review, the programme says no more about it.
    ...(isReviewed ? [] : [review]),
  ];
}
