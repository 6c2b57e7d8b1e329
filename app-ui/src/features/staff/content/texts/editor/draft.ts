import type { Schemas } from 'ui-kit';
import type { Definition, Place, TextChange } from '../texts';

/** Texts by place and language. */
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What was typed and is not saved yet. */
export interface Typed {
  /** The revision that it was typed on. */
  revision: string;
  texts: Texts;
  /** What stood where something was typed. */
  base: Texts;
  /** The questions of a topic in their new order; null as stored. */
  entries: readonly string[] | null;
  baseEntries: readonly string[] | null;
}

/** A text that a colleague changed where something was typed. */
export interface Overtaken {
  place: Place;
  language: string;
  mine: string;
  theirs: string;
}

/** A text that was typed into a place that a colleague removed. */
export interface Homeless extends Pick<Place, 'path' | 'parts' | 'field'> {
  language: string;
  mine: string;
}

export const nothingTyped = ({ revision, entries }: Definition): Typed => ({
  revision,
  texts: {},
  base: {},
  entries: null,
  baseEntries: entries,
});

const ENTRY = ['question', 'answer'] as const;
/** The most characters of the texts of a question that is new. */
const ENTRY_LIMIT = { question: 1_000, answer: 20_000 } as const;

const prefixOf = (key: string) => `questions/${key}/`;

const newPlaces = (key: string, number: number): Place[] =>
  ENTRY.map((field) => ({
    path: `${prefixOf(key)}${field}`,
    parts: [{ list: 'questions', number }],
    field,
    isMarkdown: field === 'answer',
    limit: ENTRY_LIMIT[field],
    texts: {},
  }));

/** The places of a definition as they would be, in their order. */
export function placesOf(definition: Definition, typed: Typed | null): readonly Place[] {
  const { texts } = definition;
  const entries = typed?.entries ?? null;
  if (entries === null) return texts;
  return [
    ...texts.filter(({ path }) => !path.startsWith('questions/')),
    ...entries.flatMap((key, index) => {
      const known = texts.filter(({ path }) => path.startsWith(prefixOf(key)));
      if (known.length === 0) return newPlaces(key, index + 1);
      return known.map((place) => ({ ...place, parts: [{ list: 'questions', number: index + 1 }] }));
    }),
  ];
}

/** The places of each part of the page. */
export function groupsOf(places: readonly Place[]): { id: string; places: Place[] }[] {
  const groups = new Map<string, Place[]>();
  for (const place of places) {
    const id = place.path.split('/').slice(0, -1).join('/');
    groups.set(id, [...(groups.get(id) ?? []), place]);
  }
  return [...groups].map(([id, places]) => ({ id, places }));
}

export const textIn = (place: Place, typed: Typed | null, language: string): string =>
  typed?.texts[place.path]?.[language] ?? place.texts[language] ?? '';

export function withText(typed: Typed, place: Place, language: string, text: string): Typed {
  const base = typed.base[place.path]?.[language] ?? place.texts[language] ?? '';
  return {
    ...typed,
    texts: { ...typed.texts, [place.path]: { ...typed.texts[place.path], [language]: text } },
    base: { ...typed.base, [place.path]: { ...typed.base[place.path], [language]: base } },
  };
}

/** What differs from the stored definition. */
export function editOf(
  definition: Definition,
  typed: Typed | null,
): { texts: Schemas['EditedText'][]; entries: string[] | null } {
  if (typed === null) return { texts: [], entries: null };
  const texts = placesOf(definition, typed).flatMap((place) =>
    Object.entries(typed.texts[place.path] ?? {}).flatMap(([language, text]) => {
      if (text === (place.texts[language] ?? '')) return [];
      return [{ path: place.path, language, text: text.trim() === '' ? null : text }];
    }),
  );
  const { entries } = typed;
  const isSameOrder = entries === null || entries.join('/') === definition.entries?.join('/');
  return { texts, entries: isSameOrder ? null : [...entries] };
}

export const hasChanges = (definition: Definition, typed: Typed | null): boolean => {
  const { texts, entries } = editOf(definition, typed);
  return texts.length > 0 || entries !== null || (typed !== null && homelessOf(definition, typed).length > 0);
};

/** Whether a colleague removed a place; what the author added or removed is not meant. */
function isGone({ texts }: Definition, { entries, baseEntries }: Typed, path: string): boolean {
  if (texts.some((place) => place.path === path)) return false;
  if (entries === null) return true;
  const key = path.split('/')[1] ?? '';
  if (!path.startsWith('questions/')) return true;
  return entries.includes(key) && baseEntries?.includes(key) === true;
}

/** What was typed where a colleague removed the place: it cannot be saved. */
export function homelessOf(definition: Definition, typed: Typed): Homeless[] {
  const gone = Object.entries(typed.texts).filter(([path]) => isGone(definition, typed, path));
  return gone.flatMap(([path, texts]) => {
    const steps = path.split('/');
    const number = 1 + (typed.baseEntries?.indexOf(steps[1] ?? '') ?? -1);
    const parts = number > 0 ? [{ list: 'questions', number }] : [];
    return Object.entries(texts)
      .filter(([language, mine]) => mine.trim() !== '' && mine !== typed.base[path]?.[language])
      .map(([language, mine]) => ({ path, parts, field: steps.at(-1) ?? '', language, mine }));
  });
}

/** Where a colleague changed what was typed as well. */
export function overtakenOf(definition: Definition, typed: Typed): Overtaken[] {
  const places = placesOf(definition, typed).filter(({ path }) => !isGone(definition, typed, path));
  return places.flatMap((place) =>
    Object.entries(typed.texts[place.path] ?? {}).flatMap(([language, mine]) => {
      const theirs = place.texts[language] ?? '';
      const wasChanged = theirs !== (typed.base[place.path]?.[language] ?? '');
      return wasChanged && theirs !== mine ? [{ place, language, mine, theirs }] : [];
    }),
  );
}

/** Puts what was typed on top of what a colleague saved; `isMine`: also where both changed the same text. */
export function rebased(definition: Definition, typed: Typed, isMine: boolean): Typed {
  let next: Typed = { ...typed, ...nothingTyped(definition) };
  const lost = new Set(
    isMine ? [] : overtakenOf(definition, typed).map(({ place, language }) => `${place.path}|${language}`),
  );
  const { entries, baseEntries } = typed;
  if (entries !== null && definition.entries !== null) {
    const theirs = definition.entries;
    const removed = baseEntries?.filter((key) => !theirs.includes(key)) ?? [];
    const added = theirs.filter((key) => !entries.includes(key) && !baseEntries?.includes(key));
    next = { ...next, entries: [...entries.filter((key) => !removed.includes(key)), ...added] };
  }
  for (const place of placesOf(definition, next))
    for (const [language, text] of Object.entries(typed.texts[place.path] ?? {}))
      if (!lost.has(`${place.path}|${language}`)) next = withText(next, place, language, text);
  return next;
}

/** Types what a change replaced. */
export function withSetBack(definition: Definition, typed: Typed | null, change: TextChange): Typed {
  let next = typed ?? nothingTyped(definition);
  if (change.entries !== null && definition.entries !== null) {
    const { before, after } = change.entries;
    // What came since stays.
    const since = (next.entries ?? definition.entries).filter(
      (key) => !before.includes(key) && !after.includes(key),
    );
    next = { ...next, entries: [...before, ...since] };
  }
  const places = new Map(placesOf(definition, next).map((place) => [place.path, place]));
  for (const { path, language, before } of change.texts) {
    const place = places.get(path);
    if (place !== undefined) next = withText(next, place, language, before ?? '');
  }
  return next;
}
