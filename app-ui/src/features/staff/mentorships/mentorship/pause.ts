import { addDays } from '../../components/days';
import type { MentorshipRecord, Pause } from './mentorship-record';

export type PauseDraft = Pick<Pause, 'startsOn' | 'endsOn'>;

/** The longest pause that the server accepts from staff, in days. */
const LONGEST = 366;

/** A week from a day. */
export const newPause = (today: string): PauseDraft => ({ startsOn: today, endsOn: addDays(today, 6) });

/** The days between which a pause lies: those of a mentorship until today, in its programme. */
export type Days = Pick<MentorshipRecord, 'firstDay' | 'lastDay'>;

/** Returns why a pause cannot be entered, and the field. One that is over could not be taken back. */
export function problemOf(
  { startsOn, endsOn }: PauseDraft,
  { firstDay, lastDay: today }: Days,
): { text: 'days' | 'early' | 'past' | 'order' | 'long'; field: keyof PauseDraft } | null {
  if (startsOn === '') return { text: 'days', field: 'startsOn' };
  if (endsOn === '') return { text: 'days', field: 'endsOn' };
  if (startsOn < firstDay) return { text: 'early', field: 'startsOn' };
  if (endsOn < startsOn) return { text: 'order', field: 'endsOn' };
  if (endsOn < today) return { text: 'past', field: 'endsOn' };
  return endsOn > addDays(startsOn, LONGEST - 1) ? { text: 'long', field: 'endsOn' } : null;
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
