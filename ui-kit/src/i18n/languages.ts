/** A code such as "de". */
export type Language = string;
export type Direction = 'ltr' | 'rtl';

export interface LanguageEntry {
  code: Language;
  /** As its speakers call it. */
  name: string;
  /** That of people of whom nothing is known. */
  isDefault?: boolean;
}

/** Whose catalogues are part of the pages, each by the name its speakers use. */
const builtIn: readonly LanguageEntry[] = [
  { code: 'en', name: 'English', isDefault: true },
  { code: 'de', name: 'Deutsch' },
  { code: 'ar', name: 'العربية' },
];

const STORAGE_KEY = 'mh-language';
const KNOWN_KEY = 'mh-languages';
const UNTOLD_KEY = 'mh-language-untold';

/** Scripts that run from the right; ui-kit/vite/boot.js has the same list for the first paint. */
const fromTheRight = /^(ar|fa|he|ur)$/;

/** What is said where a language lacks a text. */
export const fallbackLanguage: Language = 'en';

/** The languages that can be chosen: those of the last visit at first, those of the programme once it has told. */
export const languages: LanguageEntry[] = [...(rememberedLanguages() ?? builtIn)];

/** Takes over what the programme says. True if that is something new. */
export function replaceLanguages(told: readonly LanguageEntry[]): boolean {
  if (told.length === 0 || JSON.stringify(told) === JSON.stringify(languages)) return false;
  languages.splice(0, languages.length, ...told);
  try {
    localStorage.setItem(KNOWN_KEY, JSON.stringify(told));
  } catch {
    // Storage may be forbidden; the next visit begins with the built-in ones.
  }
  return true;
}

function rememberedLanguages(): LanguageEntry[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KNOWN_KEY) ?? 'null');
    return Array.isArray(stored) && stored.length > 0 && stored.every(isEntry) ? stored : null;
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is LanguageEntry {
  const { code, name } = (value ?? {}) as Partial<LanguageEntry>;
  return typeof code === 'string' && typeof name === 'string';
}

export function toLanguage(tag: string | null | undefined): Language | null {
  const code = tag?.toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language.code === code)?.code ?? null;
}

export function directionOf(code: string): Direction {
  return fromTheRight.test(code) ? 'rtl' : 'ltr';
}

/** What this person chose on this device, if anything. */
function chosenLanguage(): Language | null {
  try {
    return toLanguage(localStorage.getItem(STORAGE_KEY));
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
    return null;
  }
}

export function rememberLanguage(code: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, code);
  } catch {
    // As above.
  }
}

/** A choice that the server may not have heard of yet: the page that made it was left too early, or it was offline. */
export function untoldLanguage(): Language | null {
  try {
    return toLanguage(localStorage.getItem(UNTOLD_KEY));
  } catch {
    return null;
  }
}

export function markUntold(code: Language | null): void {
  try {
    if (code === null) localStorage.removeItem(UNTOLD_KEY);
    else localStorage.setItem(UNTOLD_KEY, code);
  } catch {
    // As above.
  }
}

/** The programme's, or English. */
export function defaultLanguage(): Language {
  return languages.find(({ isDefault }) => isDefault === true)?.code ?? fallbackLanguage;
}

/** The choice, else the first language of the browser that we speak, else the default one. */
export function initialLanguage(): Language {
  const preferred = navigator.languages.map(toLanguage).find((code) => code !== null);
  return chosenLanguage() ?? preferred ?? defaultLanguage();
}
