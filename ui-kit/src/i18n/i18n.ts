import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fetchContentTexts, fetchLanguages, withContent } from './content-texts';
import {
  defaultLanguage,
  fallbackLanguage,
  initialLanguage,
  type Language,
  rememberLanguage,
  replaceLanguages,
} from './languages';
import en from './locales/en/common.json';

type Loader = () => Promise<{ default: ResourceKey }>;
type Catalogue = { en: ResourceKey; de: Loader; ar: Loader };

const catalogues = new Map<string, Catalogue>();

catalogues.set('common', {
  en,
  de: () => import('./locales/de/common.json'),
  ar: () => import('./locales/ar/common.json'),
});

/**
 * Fetches a catalogue when a component first needs it; `useTranslation` suspends until it is there. Over it lie the words
 * of the programme as this device last heard them, so nothing waits for the server. Only a language that the programme
 * alone speaks has to.
 */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const { de, ar } = catalogues.get(namespace) ?? {};
    const load = new Map([
      ['de', de],
      ['ar', ar],
    ]).get(language);
    const built = load === undefined ? firstWords(language) : load().then((catalogue) => catalogue.default);
    built.then(
      (catalogue) => done(null, withContent(language, namespace, catalogue)),
      (error: unknown) => done(error as Error, null),
    );
  },
};

/** Every catalogue of a language that is not built in waits for the same answer. */
const waiting = new Map<Language, Promise<ResourceKey>>();

function firstWords(language: Language): Promise<ResourceKey> {
  let words = waiting.get(language);
  if (words === undefined) {
    // Without an answer it is English, until there is one.
    words = fetchContentTexts(language).then(
      () => ({}),
      () => ({}),
    );
    waiting.set(language, words);
  }
  return words;
}

export const i18n = i18next.createInstance();

void i18n
  .use(backend)
  .use(initReactI18next)
  .init({
    lng: initialLanguage(),
    fallbackLng: fallbackLanguage,
    ns: ['common'],
    defaultNS: 'common',
    fallbackNS: 'common',
    resources: { en: { common: withContent('en', 'common', en) } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
    // The second event is ours: the choice of languages has changed.
    react: { useSuspense: true, bindI18n: 'languageChanged languagesTold', bindI18nStore: 'added' },
  });

/** Each package adds its own texts under its own name; English comes along, the others are fetched when needed. */
export function registerCatalogue(namespace: string, catalogue: Catalogue): void {
  catalogues.set(namespace, catalogue);
  i18n.addResourceBundle('en', namespace, withContent('en', namespace, catalogue.en));
}

/** Adds English texts that came later than the rest of their catalogue. */
export function addToCatalogue(namespace: string, texts: ResourceKey): void {
  i18n.addResourceBundle('en', namespace, withContent('en', namespace, texts), true, true);
}

/** Asks the server for the programme's languages and words. Without an answer everything stays as it is. */
export async function hearFromContent(): Promise<void> {
  const asked = [...new Set([i18n.language, fallbackLanguage])].map(async (language) => {
    const texts = await fetchContentTexts(language);
    if (texts === null) return;
    for (const [namespace, tree] of Object.entries(texts)) {
      const isThere = i18n.hasResourceBundle(language, namespace);
      if (isThere) i18n.addResourceBundle(language, namespace, tree, true, true);
    }
  });
  const told = fetchLanguages().then((all) => {
    if (replaceLanguages(all)) i18n.emit('languagesTold');
  });
  await Promise.allSettled([...asked, told]);
}

/** Changes the language of the page and remembers it on this device. */
export async function setLanguage(code: Language): Promise<void> {
  rememberLanguage(code);
  await i18n.changeLanguage(code);
}

/** After a sign-out the next person starts with the default, and not with what the one before, or the browser, speaks. */
export const resetLanguage = (): Promise<void> => setLanguage(defaultLanguage());
