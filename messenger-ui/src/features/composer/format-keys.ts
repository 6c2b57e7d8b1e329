/** Keys that format the selection, with Ctrl or Command as in every editor. */
export const FORMAT_KEYS: Record<string, string> = { b: '**', i: '_' };

interface Selection {
  start: number;
  end: number;
}

const ITEM = /^( {0,3})(?:([-*•])|(\d{1,3})([.)]))( +)(.*)$/u;

/** Returns what a new line in a list inserts and replaces: the next marker, or the end of the list after an empty item. */
export function continuedList(
  text: string,
  { start, end }: Selection,
): (Selection & { text: string }) | null {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const match = text.slice(lineStart, start).match(ITEM);
  if (!match) return null;
  const [, indent = '', bullet, number, dot = '', space = ' ', words = ''] = match;
  if (words.trim() === '') return { start: lineStart, end, text: '' };
  const marker = bullet ?? `${Number(number) + 1}${dot}`;
  return { start, end, text: `\n${indent}${marker}${space}` };
}

/** Returns the selected text between markers, or without them if it has them. */
export function wrapped(text: string, { start, end }: Selection, marker: string): string {
  const selected = text.slice(start, end);
  const isWrapped =
    selected.length > 2 * marker.length && selected.startsWith(marker) && selected.endsWith(marker);
  return isWrapped ? selected.slice(marker.length, -marker.length) : `${marker}${selected}${marker}`;
}
