type Instant = string | number | Date;

const TWELVE_HOURS: Intl.DateTimeFormatOptions = { hourCycle: 'h12' };

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the format of dates of a language: the same style on all pages, with Latin digits, as people type them. In English the
 * day comes first and clocks have twelve hours, as in the specification. Cached: creating one is slow, and lists need thousands.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const hasClock = options.timeStyle !== undefined || options.hour !== undefined;
  const [locale, clock] = language === 'en' ? ['en-GB', hasClock ? TWELVE_HOURS : {}] : [language, {}];
  const made = new Intl.DateTimeFormat(locale, { numberingSystem: 'latn', ...clock, ...options });
  formatters.set(key, made);
  return made;
}

/** The formats of the specification are English. */
const isEnglish = (language: string): boolean => /^en\b/u.test(language);

/** Formats a time in the language's form; in English as `h:mm a`, such as "3:05 pm", with a plain space. */
export const formatTime = (at: Instant, language: string): string =>
  dateFormat(language, isEnglish(language) ? { hour: 'numeric', minute: '2-digit' } : { timeStyle: 'short' })
    .format(new Date(at))
    .replace('\u202f', ' ')
    .toLowerCase();

/** Formats day and time in the language's form; in English as `MMM, D h:mm a`, such as "Nov, 21 3:05 pm". */
export function formatMessageTime(at: Instant, language: string): string {
  const date = new Date(at);
  if (!isEnglish(language)) {
    const options = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
    return dateFormat(language, options).format(date);
  }
  // Three letters, also in September.
  const month = new Intl.DateTimeFormat('en', { month: 'short' }).format(date);
  return `${month}, ${date.getDate()} ${formatTime(date, language)}`;
}

/** Formats the time of a bubble. The day separator names the day, but the English format includes it. */
export const formatBubbleTime = (at: Instant, language: string): string =>
  isEnglish(language) ? formatMessageTime(at, language) : formatTime(at, language);

/** How a date is written, by its purpose. Where the specification names a format, that one stays. */
const DATE_STYLES = {
  /** In a sentence: "12 November 2026". */
  sentence: { day: 'numeric', month: 'long', year: 'numeric' },
  /** In lists and tables: "12 Nov 2026". */
  list: { day: 'numeric', month: 'short', year: 'numeric' },
  /** Within weeks, where the weekday helps more than the year: "Thursday 12 November". */
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Of a whole month: "November 2026". */
  month: { month: 'long', year: 'numeric' },
  /** Where the year is clear: "12 Nov". */
  short: { day: 'numeric', month: 'short' },
} as const;

/** Formats a date in the style of its purpose. A day without a time is that day where the reader is. */
export const formatDate = (at: Instant, language: string, style: keyof typeof DATE_STYLES): string =>
  dateFormat(language, DATE_STYLES[style]).format(new Date(`${at}`.length === 10 ? `${at}T12:00` : at));

/** Formats the day separator of a channel: "Today", "Yesterday" or the date. */
export function formatDay(at: Instant, language: string, now: Instant = Date.now()): string {
  const date = new Date(at);
  const days = daysBetween(date, new Date(now));
  if (days === 0 || days === -1) {
    const word = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
    return word.charAt(0).toLocaleUpperCase(language) + word.slice(1);
  }
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return dateFormat(language, { ...DATE_STYLES.weekday, ...(sameYear ? {} : { year: 'numeric' }) }).format(
    date,
  );
}

/** Formats a time for a list: the time of today, "Yesterday", a weekday of this week, or a date. */
export function formatListTime(at: Instant, language: string, now: Instant = Date.now()): string {
  const date = new Date(at);
  const days = daysBetween(date, new Date(now));
  if (days === 0) return formatTime(date, language);
  if (days === -1) return formatDay(date, language, now);
  if (days > -7 && days < 0) return dateFormat(language, { weekday: 'short' }).format(date);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return formatDate(date, language, sameYear ? 'short' : 'list');
}

/** Formats a full date and time. */
export function formatDateTime(at: Instant, language: string): string {
  return withoutZero(dateFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at)));
}

/** "9:03 am", as everywhere, where the long format has "09:03 am". */
const withoutZero = (text: string): string => text.replace(/\b0(?=\d:\d\d\s[ap]m)/u, '');

/** Formats day and time in an IANA zone, which it names. */
export function formatDateTimeIn(timeZone: string, at: Instant, language: string): string {
  const format = dateFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return `${withoutZero(format.format(new Date(at)))} (${timeZone.replaceAll('_', ' ')})`;
}

const MINUTE_MS = 60_000;

/** Returns the age in whole minutes, hours below two days, or days. */
function ageOf(at: Instant, now: Instant): [number, 'minute' | 'hour' | 'day'] {
  const minutes = Math.max(0, Math.floor((Number(new Date(now)) - Number(new Date(at))) / MINUTE_MS));
  if (minutes < 60) return [minutes, 'minute'];
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
}

/** Formats an age briefly: "now", "12 min", "3 hr". */
export function formatAge(at: Instant, language: string, now: Instant): string {
  const [value, unit] = ageOf(at, now);
  if (value === 0) return formatAgo(at, language, now);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, numberingSystem: 'latn' });
  return format.format(value);
}

/** Formats how long ago something was: "now", "12 minutes ago". */
export function formatAgo(at: Instant, language: string, now: Instant): string {
  const [value, unit] = ageOf(at, now);
  // Latin digits, as everywhere.
  const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, {
    numeric: value === 0 ? 'auto' : 'always',
  });
  return value === 0 ? format.format(0, 'second') : format.format(-value, unit);
}

/** Returns the calendar days from `now` to `date` in local time; noon avoids daylight saving. */
function daysBetween(date: Date, now: Date): number {
  const noon = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), 12).getTime();
  return Math.round((noon(date) - noon(now)) / 86_400_000);
}
