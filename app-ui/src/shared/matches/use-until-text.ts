import { dateFormat, useTranslation } from 'ui-kit';

const DAY_MS = 86_400_000;

/** From so many days on, a weekday alone could be that of the next week. */
const WEEK_DAYS = 6;

/** Returns a function that writes when a time ends, such as "Saturday evening", "tomorrow morning" or "Saturday, 5 December". */
export function useUntilText(): (until: number, now: number) => string {
  const { t, i18n } = useTranslation('app');
  return (until, now) => {
    const { date, part } = partOfDay(new Date(until));
    const days = Math.round((midnight(date) - midnight(new Date(now))) / DAY_MS);
    if (days > WEEK_DAYS) {
      const format = dateFormat(i18n.language, { weekday: 'long', day: 'numeric', month: 'long' });
      return format.format(date);
    }
    if (days <= 0) return t(`until.today.${part}`);
    if (days === 1) return t(`until.tomorrow.${part}`);
    return t(`until.day.${part}`, { day: dateFormat(i18n.language, { weekday: 'long' }).format(date) });
  };
}

const midnight = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Returns the day and its part in which a time ends. The hours before six belong to the evening before. */
function partOfDay(end: Date): { date: Date; part: 'morning' | 'afternoon' | 'evening' } {
  const hour = end.getHours();
  if (hour < 6) {
    return { date: new Date(end.getFullYear(), end.getMonth(), end.getDate() - 1), part: 'evening' };
  }
  return { date: end, part: hour < 13 ? 'morning' : hour < 18 ? 'afternoon' : 'evening' };
}
