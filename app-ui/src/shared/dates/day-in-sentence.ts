import { dateFormat } from 'ui-kit';

const DAY = { day: 'numeric', month: 'long' } as const;

/** A day without a time is that day where the reader is. */
const at = (day: string) => new Date(`${day}T12:00`);

/** The format of days in a sentence, which name the year only where it is another one than that of `today`. */
function formatOf(days: readonly string[], today: string, language: string): Intl.DateTimeFormat {
  const isThisYear = days.every((day) => day.slice(0, 4) === today.slice(0, 4));
  return dateFormat(language, isThisYear ? DAY : { ...DAY, year: 'numeric' });
}

/** Formats a day in a sentence: "30 June", or "30 June 2027" in another year. */
export const dayInSentence = (day: string, today: string, language: string): string =>
  formatOf([day], today, language).format(at(day));

/** Formats days from one to another without what both have in common: "1 to 30 June". `to` stands between them. */
export function daysInSentence(
  { from, until }: { from: string; until: string },
  today: string,
  language: string,
  to: string,
): string {
  const parts = formatOf([from, until], today, language).formatRangeToParts(at(from), at(until));
  // Screen readers pass over the dash of the language.
  return parts
    .map(({ value, source }) => (source === 'shared' ? value.replace(/\s*[–-]\s*/u, ` ${to} `) : value))
    .join('');
}
