import type { MentorshipSession } from '../mentorships/mentorship';

type Session = Pick<MentorshipSession, 'status' | 'endDate' | 'catchUp'>;

const LAST = '9999';

/**
 * Returns the session that a person goes on with: one that they began, else the one planned first, else one that the others completed
 * without them. Null if none is left.
 */
export function currentSession<One extends Session>(sessions: readonly One[]): One | null {
  const byDay = [...sessions].sort((a, b) => (a.endDate ?? LAST).localeCompare(b.endDate ?? LAST));
  const first = (status: string) => byDay.find((one) => one.status === status);
  return first('ONGOING') ?? first('NOT_STARTED') ?? byDay.find(({ catchUp }) => catchUp) ?? null;
}

/** Returns the first session that the person finished and others did not; null if there is none. */
export const unfinishedByOthers = <One extends Session>(sessions: readonly One[]): One | null =>
  sessions.find(({ status }) => status === 'PARTIAL_COMPLETE') ?? null;
