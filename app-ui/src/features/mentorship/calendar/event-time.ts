import { dateFormat, formatDate } from 'ui-kit';

const OPTIONS: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};

/** Formats the time of an event: in English as `ddd, D MMM, YYYY, hh:mm a`, in other languages in their form. */
export function formatEventTime(at: string | Date, language: string): string {
  const date = new Date(at);
  if (!/^en\b/u.test(language)) {
    return dateFormat(language, OPTIONS).format(date);
  }
  const parts = new Intl.DateTimeFormat('en', { ...OPTIONS, hourCycle: 'h12' }).formatToParts(date);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const time = `${of('hour').padStart(2, '0')}:${of('minute')} ${of('dayPeriod').toLowerCase()}`;
  return `${of('weekday')}, ${of('day')} ${of('month')}, ${of('year')}, ${time}`;
}

/** Formats a deadline: `D MMM`. */
export function formatDeadline(day: Date, language: string): string {
  if (!/^en\b/u.test(language)) return formatDate(day, language, 'short');
  return `${day.getDate()} ${new Intl.DateTimeFormat('en', { month: 'short' }).format(day)}`;
}

/** Returns the value of a field for date and time, where the reader is. */
export function toField(at: string | Date): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
