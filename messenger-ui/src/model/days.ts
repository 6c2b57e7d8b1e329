const two = (number: number): string => String(number).padStart(2, '0');

/** The day of an instant by the reader's clock, as a date field holds it. */
export function dayInput(at: number): string {
  const date = new Date(at);
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The instant (RFC 3339) at which a day begins where the reader is; null for what is no day. */
export function startOfDay(field: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(field);
  if (!match) return null;
  const [, year, month, day] = match.map(Number);
  // Not parsed as a text, which would mean midnight in Greenwich.
  const date = new Date(year ?? 0, (month ?? 0) - 1, day);
  return dayInput(date.getTime()) === field ? date.toISOString() : null;
}
