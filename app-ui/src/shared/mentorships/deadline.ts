import { formatDate } from 'ui-kit';
import { isPartDone, type MentorshipSession } from './mentorship';

/** How urgent a deadline is: from three days left, less, or over. */
export type Urgency = 'calm' | 'soon' | 'over';

const DAY = 86_400_000;

/** Days from which a deadline is calm. */
const CALM_DAYS = 3;

/** A day without a time, as midnight where the reader is. */
const localDay = (day: string) => new Date(`${day}T00:00:00`);

/** Returns the days from today to a deadline; negative when it is over. */
function daysLeft(endDate: string, now: Date): number {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((localDay(endDate).getTime() - today.getTime()) / DAY);
}

export function urgencyOf(endDate: string, now: Date): Urgency {
  const days = daysLeft(endDate, now);
  if (days < 0) return 'over';
  return days >= CALM_DAYS ? 'calm' : 'soon';
}

/** A day as "Mar 16th"; other languages have forms of their own. */
export function shortDay(day: string, language: string): string {
  const date = localDay(day);
  if (!language.startsWith('en')) {
    return formatDate(day, language, 'short');
  }
  const month = new Intl.DateTimeFormat('en', { month: 'short' }).format(date);
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(date.getDate());
  const ending = { one: 'st', two: 'nd', few: 'rd' }[rule as string] ?? 'th';
  return `${month} ${date.getDate()}${ending}`;
}

/** What a session says of the person and the partner. */
export function labelsOf({ status, partnerStatus, catchUp }: MentorshipSession) {
  if (status === 'COMPLETED') return catchUp ? (['catchUp'] as const) : (['completed'] as const);
  if (status === 'PARTIAL_COMPLETE') return ['partnerYet'] as const;
  return isPartDone(partnerStatus) ? (['completeBy', 'partnerDone'] as const) : (['completeBy'] as const);
}
