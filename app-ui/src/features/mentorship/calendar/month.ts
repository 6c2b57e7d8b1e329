/** A day as "2026-03-05", where the reader is. */
export type Day = string;

const twoDigits = (number: number) => String(number).padStart(2, '0');

export const dayOf = (date: Date): Day =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** Noon, which exists on every day of every time zone. */
export const noonOf = (day: Day): Date => new Date(`${day}T12:00:00`);

/** Returns the day from a text of the address; null if it is none. */
export function parseDay(text: string | null): Day | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = noonOf(text);
  return !Number.isNaN(date.getTime()) && dayOf(date) === text ? text : null;
}

export function addDays(day: Day, count: number): Day {
  const date = noonOf(day);
  date.setDate(date.getDate() + count);
  return dayOf(date);
}

/** Moves by months; the 31st becomes the last day of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const date = noonOf(day);
  const wanted = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + count);
  const last = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  date.setDate(Math.min(wanted, last));
  return dayOf(date);
}

export const isSameMonth = (one: Day, other: Day): boolean => one.slice(0, 7) === other.slice(0, 7);

/** Returns the first day of the week in a language's calendar: 1 is Monday, 7 is Sunday. */
export function firstWeekday(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  // English is that of Britain here: programmes write days before months.
  if (locale.language === 'en') return 1;
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** Returns the weeks that a month touches, whole. */
export function weeksOf(day: Day, first: number): Day[][] {
  const start = noonOf(`${day.slice(0, 7)}-01`);
  const before = (start.getDay() - (first % 7) + 7) % 7;
  const from = addDays(dayOf(start), -before);
  const last = addDays(addMonths(dayOf(start), 1), -1);
  const weeks: Day[][] = [];
  for (let week = from; week <= last; week = addDays(week, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(week, index)));
  }
  return weeks;
}

/** Returns the day to which a key moves; undefined for other keys. */
export function dayAfterKey(
  key: string,
  day: Day,
  isRtl: boolean,
  weeks: readonly (readonly Day[])[],
): Day | undefined {
  const week = weeks.find((one) => one.includes(day));
  switch (key) {
    case 'ArrowRight':
      return addDays(day, isRtl ? -1 : 1);
    case 'ArrowLeft':
      return addDays(day, isRtl ? 1 : -1);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'PageDown':
      return addMonths(day, 1);
    case 'PageUp':
      return addMonths(day, -1);
    case 'Home':
      return week?.[0];
    case 'End':
      return week?.at(-1);
    default:
      return undefined;
  }
}
