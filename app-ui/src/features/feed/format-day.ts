/** Formats a day briefly, such as "Jan 1, 2020", in Latin digits as everywhere. Independent of time zones. */
export const formatShortDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  }).format(Date.parse(`${day}T00:00:00Z`));
