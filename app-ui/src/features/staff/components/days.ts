import { dateFormat, formatDate } from 'ui-kit';

/** A day where the reader is, as inputs and the server write it. */
const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-');

export const today = (): string => dayOf(new Date());

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The day so many months later; the last one of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const at = new Date(`${day}T00:00Z`);
  const date = at.getUTCDate();
  at.setUTCMonth(at.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(date, last));
  return at.toISOString().slice(0, 10);
}

/** The end of a local day as a time; null without a day. */
export function endOfDay(day: string): string | null {
  if (day === '') return null;
  const end = new Date(`${day}T00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}

/** The last day before an end, as a sentence names it. */
export const lastDayOf = (end: string, language: string): string =>
  formatDate(new Date(Date.parse(end) - 1).toISOString(), language, 'sentence');

/** The last day before an end that the server set at midnight in UTC. */
export const dayBefore = (end: string): string => new Date(Date.parse(end) - 1).toISOString().slice(0, 10);

/** A month such as `2010-03` in words. */
export const formatMonth = (month: string, language: string): string =>
  dateFormat(language, { year: 'numeric', month: 'long' }).format(new Date(`${month}-15T12:00`));
