import { fold } from './fold';
import { parseMarkup } from './markup';

/** A mention in the composer: `text.slice(start, end)` is `@` followed by the name. */
export interface MentionRange {
  start: number;
  end: number;
  name: string;
  userId: string;
}

/** The visible text in the composer. Offsets count UTF-16 units, like those of a textarea. */
export interface Composition {
  text: string;
  mentions: readonly MentionRange[];
}

/** The text from `@` to the caret that requests suggestions. */
export interface MentionQuery {
  start: number;
  end: number;
  query: string;
}

export const EMPTY_COMPOSITION: Composition = { text: '', mentions: [] };
export const MAX_LENGTH = 8_000;
const LONGEST_QUERY = 60;

/** Returns the composition after an edit. A mention edited inside becomes plain text. */
export function edit(before: Composition, text: string, caret: number): Composition {
  const suffix = commonSuffix(before.text, text, text.length - caret);
  const from = commonPrefix(before.text, text, Math.min(before.text.length, text.length) - suffix);
  const oldEnd = before.text.length - suffix;
  const shift = text.length - before.text.length;
  const mentions = before.mentions.flatMap((mention) => {
    if (mention.end <= from) return [mention];
    if (mention.start >= oldEnd) {
      return [{ ...mention, start: mention.start + shift, end: mention.end + shift }];
    }
    return [];
  });
  return { text, mentions };
}

export function mentionQuery({ text, mentions }: Composition, caret: number): MentionQuery | null {
  const start = text.lastIndexOf('@', caret - 1);
  if (start < 0 || caret === 0 || caret - start > LONGEST_QUERY) return null;
  const before = text[start - 1];
  if (before !== undefined && /[\p{L}\p{N}_]/u.test(before)) return null;
  if (mentions.some((mention) => mention.start <= start && start < mention.end)) return null;
  const query = text.slice(start + 1, caret);
  return /^\s|\n/u.test(query) ? null : { start, end: caret, query };
}

/** Replaces the query by a mention and a space; `caret` is the new caret position. */
export function insertMention(
  before: Composition,
  { start, end }: MentionQuery,
  person: { userId: string; name: string },
): { composition: Composition; caret: number } {
  const name = person.name.replace(/[[\]\n]/gu, ' ').trim();
  const rest = before.text.slice(end).replace(/^ /u, '');
  const text = `${before.text.slice(0, start)}@${name} ${rest}`;
  const mention = { start, end: start + name.length + 1, name, userId: person.userId };
  const caret = mention.end + 1;
  const shift = text.length - before.text.length;
  const others = before.mentions.flatMap((other) => {
    if (other.end <= start) return [other];
    return other.start >= end ? [{ ...other, start: other.start + shift, end: other.end + shift }] : [];
  });
  const all = [...others, mention].sort((a, b) => a.start - b.start);
  return { composition: { text, mentions: all }, caret };
}

/** Replaces the selection; `caret` is the new caret position. */
export function insertText(
  before: Composition,
  selection: { start: number; end: number },
  inserted: string,
): { composition: Composition; caret: number } {
  const caret = selection.start + inserted.length;
  const text = before.text.slice(0, selection.start) + inserted + before.text.slice(selection.end);
  return { composition: edit(before, text, caret), caret };
}

/** Returns the text to send and store: mentions as `@[Name](user_id)`. */
export function toMarkup({ text, mentions }: Composition): string {
  let markup = '';
  let end = 0;
  for (const mention of mentions) {
    markup += `${text.slice(end, mention.start)}@[${mention.name}](${mention.userId})`;
    end = mention.end;
  }
  return (markup + text.slice(end)).trim();
}

/** Returns the composition of stored text, for a message that returns to the composer. */
export function fromMarkup(markup: string): Composition {
  let text = '';
  const mentions: MentionRange[] = [];
  for (const segment of parseMarkup(markup)) {
    if (segment.kind === 'mention') {
      const start = text.length;
      text += `@${segment.name}`;
      mentions.push({ start, end: text.length, name: segment.name, userId: segment.userId });
    } else {
      text += segment.text;
    }
  }
  return { text, mentions };
}

/** Joins two compositions with a line break. */
export function join(first: Composition, second: Composition): Composition {
  if (first.text.trim() === '') return second;
  const offset = first.text.length + 1;
  const moved = second.mentions.map((m) => ({ ...m, start: m.start + offset, end: m.end + offset }));
  return { text: `${first.text}\n${second.text}`, mentions: [...first.mentions, ...moved] };
}

/** Counts characters like the server: code points of the stored text. */
export const lengthOf = (composition: Composition): number => [...toMarkup(composition)].length;

/** Returns people with a name that starts with the query, first names first. */
export function suggest<Person extends { name: string }>(people: readonly Person[], query: string): Person[] {
  const wanted = fold(query.trimEnd());
  const rank = (person: Person): number => {
    const name = fold(person.name);
    if (name.startsWith(wanted)) return 0;
    return ` ${name.replace(/-/gu, ' ')}`.includes(` ${wanted}`) ? 1 : 2;
  };
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((entry) => entry.rank < 2)
    .sort((a, b) => a.rank - b.rank || a.person.name.localeCompare(b.person.name))
    .map((entry) => entry.person);
}

function commonPrefix(a: string, b: string, limit: number): number {
  let length = 0;
  while (length < limit && a[length] === b[length]) length++;
  return length;
}

function commonSuffix(a: string, b: string, limit: number): number {
  const most = Math.min(limit, a.length, b.length);
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}
