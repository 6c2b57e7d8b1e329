import { fold, wordsOf } from './fold';
import {
  FILTER_KINDS,
  type FilterKind,
  HAS_VALUES,
  type HasValue,
  parseDay,
  type SearchFilter,
  withLatinDigits,
} from './search';

/** What filters can name: words of the page's language and of English, and what the person sees. */
export interface SearchVocabulary {
  kinds: Readonly<Record<FilterKind, readonly string[]>>;
  has: Readonly<Record<HasValue, readonly string[]>>;
  people: readonly NamedValue[];
  channels: readonly NamedValue[];
  /** Days with a name, such as "yesterday". */
  days: readonly NamedValue[];
}

export interface NamedValue {
  value: string;
  name: string;
}

/** A filter at the end of the text that is still being typed. */
export interface OpenFilter {
  kind: FilterKind;
  /** Where it begins in the text. */
  start: number;
  /** What it may become, best first. */
  values: readonly string[];
}

export interface SearchInput {
  /** The complete filters, which are no longer in the text. */
  filters: readonly SearchFilter[];
  text: string;
  open: OpenFilter | null;
  /** Whether the text contains a day that does not exist. */
  hasWrongDay: boolean;
}

const MAX_SUGGESTIONS = 8;
const KIND_WORD = /(?<=^|\s)(\p{L}+):(?!\s)/gu;

/** Returns the kind of filter that a word stands for. */
function kindOf(word: string, { kinds }: SearchVocabulary): FilterKind | undefined {
  const folded = fold(word);
  return FILTER_KINDS.find((kind) => kinds[kind].some((known) => fold(known) === folded));
}

/** Returns the kinds of filters whose words begin like the last word of the text. */
export function kindsLike(text: string, { kinds }: SearchVocabulary): FilterKind[] {
  const last = fold(text.split(/\s/u).at(-1) ?? '');
  if (text.trim() === '') return [...FILTER_KINDS];
  if (last.length < 2) return [];
  return FILTER_KINDS.filter((kind) => kinds[kind].some((word) => fold(word).startsWith(last)));
}

/** Separates typed text into filters and words. Whatever is no filter stays text. */
export function readInput(typed: string, vocabulary: SearchVocabulary): SearchInput {
  const filters: SearchFilter[] = [];
  let text = '';
  let hasWrongDay = false;
  let open: OpenFilter | null = null;
  const tokens = [...typed.matchAll(KIND_WORD)]
    .map(({ index, 0: { length }, 1: word }) => ({ index, length, kind: kindOf(word ?? '', vocabulary) }))
    .filter((token): token is typeof token & { kind: FilterKind } => token.kind !== undefined);
  let at = 0;
  tokens.forEach(({ index, length, kind }, position) => {
    text += typed.slice(at, index);
    const end = tokens[position + 1]?.index ?? typed.length;
    const isLast = end === typed.length;
    const rest = typed.slice(index + length, end);
    const read = readValue(kind, rest, isLast, vocabulary);
    if (read.value !== undefined) {
      filters.push({ kind, value: read.value });
      text += rest.slice(read.length).replace(/^\s/u, text === '' || /\s$/u.test(text) ? '' : ' ');
    } else {
      if (read.suggestions) open = { kind, start: text.length, values: read.suggestions };
      if (read.isWrongDay) hasWrongDay = true;
      text += typed.slice(index, end);
    }
    at = end;
  });
  return { filters, text: text + typed.slice(at), open, hasWrongDay };
}

/** Returns the words to search for while the text is being typed. */
export const wordsToSearch = ({ text, open }: SearchInput): string =>
  (open ? text.slice(0, open.start) : text).trim();

interface ReadValue {
  /** The value of a complete filter. */
  value?: string;
  /** Its length in the text. */
  length?: number;
  /** Suggestions for an open filter. */
  suggestions?: readonly string[];
  isWrongDay?: boolean;
}

function readValue(kind: FilterKind, rest: string, isLast: boolean, vocabulary: SearchVocabulary): ReadValue {
  const quoted = /^"([^"]*)"/u.exec(rest);
  const word = quoted?.[1] ?? /^\S*/u.exec(rest)?.[0] ?? '';
  const length = quoted?.[0].length ?? word.length;
  const isTyping = isLast && length === rest.length && !quoted;
  if (kind === 'from' || kind === 'in') return readName(kind, rest, isLast, vocabulary);
  if (kind === 'has') {
    const value = HAS_VALUES.find((has) => vocabulary.has[has].some((known) => fold(known) === fold(word)));
    if (value !== undefined) return { value, length };
  } else {
    const day = parseDay(word);
    // "2026-03-3" may become "2026-03-31".
    if (day !== null && !(isTyping && /\D\d$/u.test(withLatinDigits(word)))) return { value: day, length };
    const isNumber = /^\d/u.test(withLatinDigits(word));
    if (day === null && isNumber) return isTyping ? { suggestions: [] } : { isWrongDay: true };
    const named = vocabulary.days.find(({ name }) => fold(name) === fold(word));
    if (named && !isTyping) return { value: named.value, length };
  }
  if (!isTyping) return {};
  const suggestions = valuesLike(kind, word, vocabulary);
  return suggestions.length > 0 ? { suggestions } : {};
}

/** Names have spaces: the longest one that a single person or channel matches is taken. */
function readName(
  kind: 'from' | 'in',
  rest: string,
  isLast: boolean,
  vocabulary: SearchVocabulary,
): ReadValue {
  const quoted = /^"([^"]*)"/u.exec(rest);
  if (quoted) {
    const values = valuesLike(kind, quoted[1] ?? '', vocabulary);
    if (values.length === 1 || isExact(kind, quoted[1] ?? '', vocabulary))
      return { ...(values[0] !== undefined && { value: values[0], length: quoted[0].length }) };
    return {};
  }
  const name = rest.replace(/^"/u, '');
  const suggestions = valuesLike(kind, name, vocabulary);
  if (isLast && suggestions.length > 0) return { suggestions };
  for (let length = rest.trimEnd().length; length > 0; length = rest.slice(0, length).search(/\s+\S*$/u)) {
    const part = rest.slice(0, length);
    const values = valuesLike(kind, part, vocabulary);
    const [value] = values;
    if (value !== undefined)
      return values.length === 1 || isExact(kind, part, vocabulary) ? { value, length } : {};
  }
  return {};
}

const namesOf = (kind: 'from' | 'in', { people, channels }: SearchVocabulary): readonly NamedValue[] =>
  kind === 'from' ? people : channels;

const isExact = (kind: 'from' | 'in', name: string, vocabulary: SearchVocabulary): boolean =>
  namesOf(kind, vocabulary).filter((one) => fold(one.name) === fold(name.trim())).length === 1;

/** Returns the values that a text may stand for; exact names come first. */
function valuesLike(kind: FilterKind, typed: string, vocabulary: SearchVocabulary): string[] {
  const folded = fold(typed.trim());
  if (kind === 'has')
    return HAS_VALUES.filter((has) => vocabulary.has[has].some((word) => fold(word).startsWith(folded)));
  if (kind === 'before' || kind === 'after') {
    const day = parseDay(typed);
    if (day !== null) return [day];
    return vocabulary.days.filter(({ name }) => fold(name).startsWith(folded)).map(({ value }) => value);
  }
  const words = wordsOf(typed);
  return namesOf(kind, vocabulary)
    .map(({ value, name }) => ({ value, name: fold(name) }))
    .filter(({ name }) => words.every((word) => name.includes(word)))
    .sort((a, b) => Number(b.name === folded) - Number(a.name === folded))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ value }) => value);
}
