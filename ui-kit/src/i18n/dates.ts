type Instant = string | number | Date;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are dear to make and a list asks for thousands. */
function formatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = formatters.get(key);
  if (known !== undefined) return known;
  // Western digits everywhere: times stand beside numbers that people type.
  const made = new Intl.DateTimeFormat(language, { numberingSystem: 'latn', ...options });
  formatters.set(key, made);
  return made;
}

function part(language: string, date: Date, options: Intl.DateTimeFormatOptions, type: string): string {
  return (
    formatter(language, options)
      .formatToParts(date)
      .find((one) => one.type === type)?.value ?? ''
  );
}

/** `h:mm a`, as in "3:05 pm". */
export function formatTime(at: Instant, language: string): string {
  const date = new Date(at);
  const options: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' };
  const period = part(language, date, options, 'dayPeriod').toLocaleLowerCase(language);
  return `${part(language, date, options, 'hour')}:${part(language, date, options, 'minute')} ${period}`;
}

/** The time of a message, `MMM, D h:mm a`, as in "Nov, 21 3:05 pm". */
export function formatMessageTime(at: Instant, language: string): string {
  const date = new Date(at);
  const month = part(language, date, { month: 'short' }, 'month');
  return `${month}, ${date.getDate()} ${formatTime(date, language)}`;
}

/** The head of a day in a conversation: "Today", "Yesterday", else the date. */
export function formatDay(at: Instant, language: string, now: Instant = Date.now()): string {
  const date = new Date(at);
  const days = daysBetween(date, new Date(now));
  if (days === 0 || days === -1) {
    const word = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
    return word.charAt(0).toLocaleUpperCase(language) + word.slice(1);
  }
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return formatter(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(date);
}

/** The shortest text that places a moment: a time today, "Yesterday", a weekday this week, else a date. */
export function formatListTime(at: Instant, language: string, now: Instant = Date.now()): string {
  const date = new Date(at);
  const days = daysBetween(date, new Date(now));
  if (days === 0) return formatTime(date, language);
  if (days === -1) return formatDay(date, language, now);
  if (days > -7 && days < 0) return formatter(language, { weekday: 'short' }).format(date);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return formatter(language, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(date);
}

/** A full date and time, for "until" and tooltips. */
export function formatDateTime(at: Instant, language: string): string {
  return formatter(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));
}

/** Whole calendar days from `now` to `date`, by the reader's clock; noon keeps daylight saving out of it. */
function daysBetween(date: Date, now: Date): number {
  const noon = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), 12).getTime();
  return Math.round((noon(date) - noon(now)) / 86_400_000);
}
