import type { ResourceKey } from 'i18next';
import { publicApi } from '../http/api-client';
import type { Language, LanguageEntry } from './languages';

type Tree = { [key: string]: string | Tree };
type ByNamespace = Record<string, Tree>;

const storageKey = (language: Language) => `mh-texts-${language}`;
const known = new Map<Language, ByNamespace>();

/** Returns the texts of the programme that this device stored last. */
function textsOf(language: Language): ByNamespace {
  let texts = known.get(language);
  if (texts === undefined) {
    texts = stored(language);
    known.set(language, texts);
  }
  return texts;
}

function stored(language: Language): ByNamespace {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey(language)) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as ByNamespace) : {};
  } catch {
    return {};
  }
}

/** Returns a catalogue with the texts of the programme merged over it. */
export function withContent(language: Language, namespace: string, catalogue: ResourceKey): ResourceKey {
  return typeof catalogue === 'string'
    ? catalogue
    : mergeTrees(catalogue as Tree, textsOf(language)[namespace]);
}

function mergeTrees(below: Tree, above: Tree | undefined): Tree {
  if (above === undefined) return below;
  const both: Tree = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = both[key];
    both[key] = typeof value === 'object' && typeof under === 'object' ? mergeTrees(under, value) : value;
  }
  return both;
}

/** Fetches the texts of the programme in a language, by namespace. Returns null if they have not changed. */
export async function fetchContentTexts(language: Language): Promise<ByNamespace | null> {
  const query = { language_code: language, only_changes: true };
  const { languageCode, translations } = await publicApi.get('/api/v2/translation/getTranslation/', {
    params: { query },
  });
  if (languageCode !== language) return null;
  const texts = translations as ByNamespace;
  if (JSON.stringify(texts) === JSON.stringify(textsOf(language))) return null;
  known.set(language, texts);
  try {
    if (Object.values(texts).every((tree) => Object.keys(tree).length === 0)) {
      localStorage.removeItem(storageKey(language));
    } else {
      localStorage.setItem(storageKey(language), JSON.stringify(texts));
    }
  } catch {
    // Storage may be forbidden or full: the texts are then fetched on each visit.
  }
  return texts;
}

/** Fetches the active languages. */
export async function fetchLanguages(): Promise<LanguageEntry[]> {
  const all = await publicApi.get('/api/v2/translation/getSupportedLanguages/');
  return all
    .filter(({ isActive }) => isActive)
    .map(({ languageCode, language, isDefault }) => ({ code: languageCode, name: language, isDefault }));
}
