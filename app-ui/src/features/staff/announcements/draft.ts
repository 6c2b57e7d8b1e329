import type { Schemas } from 'ui-kit';
import type { Announcement } from './announcement';

export type Texts = Readonly<Record<string, Schemas['AnnouncementText']>>;

/** What a draft consists of, as typed. */
export interface Draft {
  programme: string;
  texts: Texts;
  roles: readonly Schemas['PersonRole'][];
  among: Announcement['among'];
  /** The id of the cohort whose people it is for only. */
  cohort: string | null;
  push: boolean;
  mail: boolean;
}

export const MAX_TITLE = 120;
export const MAX_BODY = 4_000;

export const NO_TEXT: Schemas['AnnouncementText'] = { title: '', body: '' };

export const textsOf = ({ texts }: Announcement): Texts =>
  Object.fromEntries(Object.entries(texts).map(([code, { title, body }]) => [code, { title, body }]));

export const draftOf = (announcement: Announcement): Draft => ({
  programme: announcement.programme.id,
  texts: textsOf(announcement),
  roles: announcement.roles,
  among: announcement.among,
  cohort: announcement.cohort?.id ?? null,
  push: announcement.push,
  mail: announcement.mail,
});

const isBlank = (text: string) => text.trim() === '';

/** How far the text of a language is. */
export function stateOf({ title, body }: Schemas['AnnouncementText']): 'empty' | 'begun' | 'done' {
  if (isBlank(title) && isBlank(body)) return 'empty';
  return isBlank(title) || isBlank(body) ? 'begun' : 'done';
}

type Language = Schemas['StaffLanguage'];

/** The languages with this state of their text. */
export const languagesWith = (
  state: ReturnType<typeof stateOf>,
  texts: Texts,
  languages: readonly Language[],
): Language[] => languages.filter(({ code }) => stateOf(texts[code] ?? NO_TEXT) === state);

/** Whose text is read where one is missing: the first of the product that has one. */
export const fallbackOf = (texts: Texts, languages: readonly Language[]): Language | undefined =>
  languages.find(({ code }) => stateOf(texts[code] ?? NO_TEXT) !== 'empty');

/** What is missing before it can be sent. */
export function problemOf(
  { texts, roles }: Pick<Draft, 'texts' | 'roles'>,
  languages: readonly Language[],
): 'noText' | 'begun' | 'noRole' | null {
  if (languagesWith('begun', texts, languages).length > 0) return 'begun';
  if (languagesWith('done', texts, languages).length === 0) return 'noText';
  return roles.length === 0 ? 'noRole' : null;
}
