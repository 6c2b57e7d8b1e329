import { matchesIn, wordsOf } from './fold';
import { plainText } from './plain-text';

export interface SnippetPart {
  text: string;
  isMatch: boolean;
}

const WIDTH = 65;
const TAG = /<\/?[a-z][^<>]*>/giu;

/**
 * Returns about 65 characters of a message around the first match: one line without markup and tags, cut between words
 * where possible.
 */
export function snippet(message: string, query: string): SnippetPart[] {
  const text = plainText(message.replace(TAG, ' '));
  const matches = matchesIn(text, wordsOf(query));
  const [first] = matches;
  const { start, end } = around(text, first?.start ?? 0, first?.end ?? 0);
  const parts: SnippetPart[] = [];
  const push = (piece: string, isMatch: boolean) => {
    if (piece !== '') parts.push({ text: piece, isMatch });
  };
  let at = start;
  if (start > 0) push('…', false);
  for (const match of matches) {
    if (match.start < at || match.end > end) continue;
    push(text.slice(at, match.start), false);
    push(text.slice(match.start, match.end), true);
    at = match.end;
  }
  push(text.slice(at, end), false);
  if (end < text.length) push('…', false);
  return parts;
}

function around(text: string, from: number, to: number): { start: number; end: number } {
  if (text.length <= WIDTH) return { start: 0, end: text.length };
  const room = Math.max(0, WIDTH - (to - from));
  let start = Math.max(0, Math.min(from - Math.floor(room / 2), text.length - WIDTH));
  let end = Math.min(text.length, Math.max(to, start + WIDTH));
  // Cuts at a nearby word boundary and never inside a surrogate pair.
  const nextWord = text.indexOf(' ', start);
  if (start > 0 && nextWord >= 0 && nextWord < Math.min(from, start + 12)) start = nextWord + 1;
  const lastWord = text.lastIndexOf(' ', end);
  if (end < text.length && lastWord > Math.max(to, end - 12)) end = lastWord;
  if (isLowHalf(text, start)) start -= 1;
  if (isLowHalf(text, end)) end += 1;
  return { start, end };
}

function isLowHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
