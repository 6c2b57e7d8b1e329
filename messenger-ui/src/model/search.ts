/** A search: words and filters. The address keeps it as one text, with English filter words and ids. */
export interface Search {
  text: string;
  filters: readonly SearchFilter[];
}

export type FilterKind = 'from' | 'in' | 'has' | 'before' | 'after';
export type HasValue = 'file' | 'image' | 'link';

export interface SearchFilter {
  kind: FilterKind;
  /** The id of a person or channel, a `HasValue`, or a day as `2026-03-31`. */
  value: string;
}

export const FILTER_KINDS: readonly FilterKind[] = ['from', 'in', 'has', 'before', 'after'];
export const HAS_VALUES: readonly HasValue[] = ['file', 'image', 'link'];

/** Limit of the server per filter. */
const MAX_VALUES = 20;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const TOKEN = /^(from|in|has|before|after):(\S+)$/u;

const isValid = ({ kind, value }: SearchFilter): boolean => {
  if (kind === 'has') return (HAS_VALUES as readonly string[]).includes(value);
  return kind === 'from' || kind === 'in' ? ID.test(value) : parseDay(value) === value;
};

/** Reads a search from an address; what is no valid filter is text. */
export function parseSearch(address: string): Search {
  const words: string[] = [];
  let filters: readonly SearchFilter[] = [];
  for (const word of address.trim().split(/\s+/u)) {
    const [, kind, value] = TOKEN.exec(word) ?? [];
    const filter = { kind: kind as FilterKind, value: value ?? '' };
    if (kind !== undefined && isValid(filter)) filters = withFilter(filters, filter);
    else words.push(word);
  }
  return { text: words.join(' '), filters };
}

export const formatSearch = ({ text, filters }: Search): string =>
  [...filters.map(({ kind, value }) => `${kind}:${value}`), text.trim()].join(' ').trim();

const isSame = (one: SearchFilter, other: SearchFilter): boolean =>
  one.kind === other.kind && one.value === other.value;

/** Adds a filter; a search has one day of each kind. */
export function withFilter(filters: readonly SearchFilter[], added: SearchFilter): readonly SearchFilter[] {
  if (filters.some((filter) => isSame(filter, added))) return filters;
  const isDay = added.kind === 'before' || added.kind === 'after';
  const kept = isDay ? filters.filter(({ kind }) => kind !== added.kind) : filters;
  return kept.filter(({ kind }) => kind === added.kind).length < MAX_VALUES ? [...kept, added] : kept;
}

export const withoutFilter = (filters: readonly SearchFilter[], removed: SearchFilter): SearchFilter[] =>
  filters.filter((filter) => !isSame(filter, removed));

const DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u;
const GERMAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/u;

/** Replaces Arabic digits by those of the wire. */
export const withLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** Returns a day that exists as `2026-03-31`; null for other texts. */
export function parseDay(text: string): string | null {
  const latin = withLatinDigits(text);
  const [, year, month, day] = DAY.exec(latin) ?? [];
  const [, germanDay, germanMonth, germanYear] = GERMAN_DAY.exec(latin) ?? [];
  const parts = [year ?? germanYear, month ?? germanMonth, day ?? germanDay];
  if (parts.some((part) => part === undefined)) return null;
  const wanted = parts.map((part) => part?.padStart(2, '0')).join('-');
  const date = new Date(`${wanted}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(wanted) ? wanted : null;
}
