const two = (number: number): string => String(number).padStart(2, '0');

/** Returns the local day of an instant in the format of a date field. */
export function dayInput(at: number): string {
  const date = new Date(at);
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the local start of a day (RFC 3339), or null for text that is no day. */
export function startOfDay(field: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(field);
  if (!match) return null;
  const [, year, month, day] = match.map(Number);
  // Parsing the text would give midnight UTC.
  const date = new Date(year ?? 0, (month ?? 0) - 1, day);
  return dayInput(date.getTime()) === field ? date.toISOString() : null;
}
