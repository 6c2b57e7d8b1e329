/** A code such as "de". */
export type Language = string;
export type Direction = 'ltr' | 'rtl';

export interface LanguageEntry {
  code: Language;
  /** Native name. */
  name: string;
  /** Language of people without a known preference. */
  isDefault?: boolean;
}

/** Languages with bundled catalogues. */
const builtIn: readonly LanguageEntry[] = [
  { code: 'en', name: 'English', isDefault: true },
  { code: 'de', name: 'Deutsch' },
  { code: 'ar', name: 'العربية' },
];

const STORAGE_KEY = 'mh-language';
const KNOWN_KEY = 'mh-languages';
const UNTOLD_KEY = 'mh-language-untold';

/** Right-to-left languages; ui-kit/vite/boot.js has the same list for the first paint. */
const RIGHT_TO_LEFT = /^(ar|fa|he|ur)$/;

/** Language of missing texts. */
export const fallbackLanguage: Language = 'en';

/** The available languages: those of the last visit until the programme's are loaded. */
export const languages: LanguageEntry[] = [...(rememberedLanguages() ?? builtIn)];

/** Replaces the languages. Returns true if they changed. */
export function replaceLanguages(next: readonly LanguageEntry[]): boolean {
  if (next.length === 0 || JSON.stringify(next) === JSON.stringify(languages)) return false;
  languages.splice(0, languages.length, ...next);
  try {
    localStorage.setItem(KNOWN_KEY, JSON.stringify(next));
  } catch {
    // Storage may be forbidden: the next visit starts with the built-in languages.
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
  return RIGHT_TO_LEFT.test(code) ? 'rtl' : 'ltr';
}

/** Returns the language stored on this device. */
function chosenLanguage(): Language | null {
  try {
    return toLanguage(localStorage.getItem(STORAGE_KEY));
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
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

/** Returns a choice that the server has not confirmed: the page was left early or offline, or the person signs in after it. */
export function unsavedLanguage(): Language | null {
  try {
    return toLanguage(localStorage.getItem(UNTOLD_KEY));
  } catch {
    return null;
  }
}

export function setUnsavedLanguage(code: Language | null): void {
  try {
    if (code === null) localStorage.removeItem(UNTOLD_KEY);
    else localStorage.setItem(UNTOLD_KEY, code);
  } catch {
    // As above.
  }
}

/** Returns the default of the programme, or English. */
export function defaultLanguage(): Language {
  return languages.find(({ isDefault }) => isDefault === true)?.code ?? fallbackLanguage;
}

let current: Language | null = null;

/** Returns the language of the page, in which the server shall answer and write mails. */
export const pageLanguage = (): Language => current ?? initialLanguage();

export function setPageLanguage(code: Language): void {
  current = code;
}

/** Returns the stored choice, else the first known language of the browser, else the default. */
export function initialLanguage(): Language {
  const preferred = navigator.languages.map(toLanguage).find((code) => code !== null);
  return chosenLanguage() ?? preferred ?? defaultLanguage();
}
