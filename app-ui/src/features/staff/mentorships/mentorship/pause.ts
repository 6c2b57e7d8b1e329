import { addDays } from '../../components/days';
import type { MentorshipRecord, Pause } from './mentorship-record';

export type PauseDraft = Pick<Pause, 'startsOn' | 'endsOn'>;

/** The longest pause that the server accepts from staff, in days. */
const LONGEST = 366;

/** A week from a day. */
export const newPause = (today: string): PauseDraft => ({ startsOn: today, endsOn: addDays(today, 6) });

/** Returns why a pause cannot be entered. */
export function problemOf({ startsOn, endsOn }: PauseDraft): 'days' | 'order' | 'long' | null {
  if (startsOn === '' || endsOn === '') return 'days';
  if (endsOn < startsOn) return 'order';
  return endsOn > addDays(startsOn, LONGEST - 1) ? 'long' : null;
}

/** Separates the pauses that go on or come from those that are over, the newest of these first. */
export function splitPauses({ pauses, endedAt, lastDay }: MentorshipRecord): {
  current: Pause[];
  earlier: Pause[];
} {
  const isCurrent = ({ endsOn }: Pause) => endedAt === null && endsOn >= lastDay;
  return {
    current: pauses.filter(isCurrent),
    earlier: pauses.filter((pause) => !isCurrent(pause)).reverse(),
  };
}
