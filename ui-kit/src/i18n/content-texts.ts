import type { ResourceKey } from 'i18next';
import type { Schemas } from '../http/schemas';
import { transport } from '../http/transport';
import type { Language, LanguageEntry } from './languages';

type Tree = { [key: string]: string | Tree };
type ByNamespace = Record<string, Tree>;

const storageKey = (language: Language) => `mh-texts-${language}`;
const known = new Map<Language, ByNamespace>();

/** What the programme said differently when this device last heard of it. */
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

/** A catalogue with the programme's own words laid over it. */
export function withContent(language: Language, namespace: string, catalogue: ResourceKey): ResourceKey {
  return typeof catalogue === 'string' ? catalogue : lay(catalogue as Tree, textsOf(language)[namespace]);
}

function lay(below: Tree, above: Tree | undefined): Tree {
  if (above === undefined) return below;
  const both: Tree = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = both[key];
    both[key] = typeof value === 'object' && typeof under === 'object' ? lay(under, value) : value;
  }
  return both;
}

/** Asks for the programme's words in a language. Those that are new, by namespace; null if nothing changed. */
export async function fetchContentTexts(language: Language): Promise<ByNamespace | null> {
  const path = `api/v2/translation/getTranslation/?language_code=${encodeURIComponent(language)}&only_changes=true`;
  const answer = (await transport(path, {})) as Schemas['Translations'];
  if (answer.languageCode !== language) return null;
  const texts = answer.translations as ByNamespace;
  if (JSON.stringify(texts) === JSON.stringify(textsOf(language))) return null;
  known.set(language, texts);
  try {
    if (Object.values(texts).every((tree) => Object.keys(tree).length === 0)) {
      localStorage.removeItem(storageKey(language));
    } else {
      localStorage.setItem(storageKey(language), JSON.stringify(texts));
    }
  } catch {
    // Storage may be forbidden or full; the words are then fetched with each visit.
  }
  return texts;
}

/** Asks which languages can be chosen. */
export async function fetchLanguages(): Promise<LanguageEntry[]> {
  const all = (await transport('api/v2/translation/getSupportedLanguages/', {})) as Schemas['Language'][];
  return all
    .filter(({ isActive }) => isActive)
    .map(({ languageCode, language, isDefault }) => ({ code: languageCode, name: language, isDefault }));
}
