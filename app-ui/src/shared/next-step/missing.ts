import type { Profile } from 'ui-kit';
import { pendingSurveys } from '../account/pending-surveys';

/** What a person can do themselves before they enter the pool, or what others do. */
export type Missing = 'surveys' | 'sessions' | 'review' | 'other';

/**
 * Returns what a person who may not join matching lacks, in the order in which they can do it. `sessions` are the learning sessions
 * that the matching asks for; those before a mentorship where the programme has no matching.
 */
export function missingFor(
  { status }: Pick<Profile, 'status'>,
  sessions = status.experiences.mentorshipSessionStatus.remainingSessions,
): Missing[] {
  const { matchingflowStatus, session } = status.experiences;
  const missing: Missing[] = [];
  if (pendingSurveys(status).length > 0) missing.push('surveys');
  if (session === 'use' && sessions > 0) missing.push('sessions');
  if (matchingflowStatus.applicationReview === 'use') missing.push('review');
  // The profile does not name every condition.
  return missing.length > 0 ? missing : ['other'];
}
