import { dateFormat, formatDate, formatTime, useTranslation } from 'ui-kit';

const DAY_MS = 86_400_000;

/** From so many days on, a weekday alone could be that of the next week. */
const WEEK_DAYS = 6;

/**
 * Returns a function that writes until when there is time, never later than the end: "Saturday evening", "tomorrow morning", "Saturday,
 * 5 December", and on the last day the time itself.
 */
export function useUntilText(): (until: number, now: number) => string {
  const { t, i18n } = useTranslation('app');
  return (until, now) => {
    const { date, part } = partOfDay(new Date(until));
    const days = Math.round((midnight(date) - midnight(new Date(now))) / DAY_MS);
    if (days > WEEK_DAYS) return formatDate(date, i18n.language, 'weekday');
    if (days <= 0) return formatTime(until, i18n.language);
    if (days === 1) return t(`until.tomorrow.${part}`);
    return t(`until.day.${part}`, { day: dateFormat(i18n.language, { weekday: 'long' }).format(date) });
  };
}

const midnight = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Returns the day and the part of it that begins at least two hours before the end. */
function partOfDay(end: Date): { date: Date; part: 'morning' | 'afternoon' | 'evening' } {
  const hour = end.getHours();
  if (hour < 10) {
    return { date: new Date(end.getFullYear(), end.getMonth(), end.getDate() - 1), part: 'evening' };
  }
  return { date: end, part: hour < 15 ? 'morning' : hour < 20 ? 'afternoon' : 'evening' };
}
