import { dateFormat } from 'ui-kit';

/** Days and times as people write them. A day is never converted through a time zone. */

const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

export const FIRST_DAY = `${FIRST_YEAR}-01-01`;
export const LAST_DAY = `${LAST_YEAR}-12-31`;

/** Stands for a day or time that is typed only in part, which the browser does not hand out. */
export const INCOMPLETE_DATE = '?';

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-](\d\d):(\d\d))$/;

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns whether a text is a day of the calendar between 1900 and 2200. */
export function isDay(text: string): boolean {
  const [, year, month, day] = (text.match(DAY) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** Returns the stored form of an instant with its time zone; null if it is none. */
export function toInstant(text: string): string | null {
  const [, day = '', hour, minute, second, fraction = '', zone, zoneHour = '0', zoneMinute = '0'] =
    text.match(INSTANT) ?? [];
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return null;
  return `${day}T${hour}:${minute}:${second}${fraction}${zone === 'Z' ? '+00:00' : zone}`;
}

/** Returns the day of a date in the time zone of the device. */
export const dayOf = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Adds seconds and the device's time zone to the value of a `datetime-local` field. */
export function withZone(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  if (Number.isNaN(minutes)) return local;
  const size = Math.abs(minutes);
  const zone = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${local.length === 16 ? `${local}:00` : local}${zone}`;
}

/** Returns the value of a `datetime-local` field: the time that was written, in its own zone. */
export const withoutZone = (instant: string): string => instant.slice(0, 16);

export const zoneOf = (instant: string): string => instant.match(/[+-]\d\d:\d\d$/)?.[0] ?? '+00:00';

/** Formats a day, or the written time of an instant, in words. */
export function formatWritten(written: string, language: string): string {
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'full', timeZone: 'UTC', numberingSystem: 'latn' };
  if (written.length > 10) options.timeStyle = 'short';
  const local = written.length > 10 ? `${written.slice(0, 16)}:00Z` : `${written}T00:00:00Z`;
  return dateFormat(language, options).format(new Date(local));
}
