import { dateFormat } from 'ui-kit';
/** Formats a day briefly, such as "1 Jan 2020", in Latin digits as everywhere. Independent of time zones. */
export const formatShortDay = (day: string, language: string): string =>
  dateFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T00:00:00Z`));
