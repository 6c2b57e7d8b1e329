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
  setPageLanguage,
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
 * Loads a catalogue when a component first needs it; `useTranslation` suspends meanwhile. The stored texts of the
 * programme are merged over it without waiting for the server; only a language that the programme alone has waits.
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
    const built =
      load === undefined ? loadContentCatalogue(language) : load().then((catalogue) => catalogue.default);
    built.then(
      (catalogue) => done(null, withContent(language, namespace, catalogue)),
      (error: unknown) => done(error as Error, null),
    );
  },
};

/** Pending requests: all catalogues of a language that only the programme has share one. */
const pendingTexts = new Map<Language, Promise<ResourceKey>>();

function loadContentCatalogue(language: Language): Promise<ResourceKey> {
  let texts = pendingTexts.get(language);
  if (texts === undefined) {
    // Falls back to English until the server responds.
    texts = fetchContentTexts(language).then(
      () => ({}),
      () => ({}),
    );
    pendingTexts.set(language, texts);
  }
  return texts;
}

export const i18n = i18next.createInstance();

i18n.on('languageChanged', setPageLanguage);

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
    // `languagesChanged` is emitted when the list of languages changes.
    react: { useSuspense: true, bindI18n: 'languageChanged languagesChanged', bindI18nStore: 'added' },
  });

/** Registers the texts of a package: English is bundled, other languages load on demand. */
export function registerCatalogue(namespace: string, catalogue: Catalogue): void {
  catalogues.set(namespace, catalogue);
  i18n.addResourceBundle('en', namespace, withContent('en', namespace, catalogue.en));
}

/** Adds English texts that were loaded later than the rest of their catalogue. */
export function addToCatalogue(namespace: string, texts: ResourceKey): void {
  i18n.addResourceBundle('en', namespace, withContent('en', namespace, texts), true, true);
}

/** Fetches the languages and texts of the programme. Failures change nothing. */
export async function refreshContentTexts(): Promise<void> {
  const textUpdates = [...new Set([i18n.language, fallbackLanguage])].map(async (language) => {
    const texts = await fetchContentTexts(language);
    if (texts === null) return;
    for (const [namespace, tree] of Object.entries(texts)) {
      const isThere = i18n.hasResourceBundle(language, namespace);
      if (isThere) i18n.addResourceBundle(language, namespace, tree, true, true);
    }
  });
  const languagesUpdate = fetchLanguages().then((all) => {
    if (replaceLanguages(all)) i18n.emit('languagesChanged');
  });
  await Promise.allSettled([...textUpdates, languagesUpdate]);
}

let changes = 0;

/** Changes the language of the page and stores it on this device. */
export async function setLanguage(code: Language): Promise<void> {
  changes += 1;
  rememberLanguage(code);
  await i18n.changeLanguage(code);
}

/** Returns a function that changes the language, unless the person chose one since: for a suggestion that has to be fetched. */
export function suggestLanguage(): (code: Language) => Promise<void> {
  const before = changes;
  return async (code) => {
    if (changes === before) await setLanguage(code);
  };
}

/** Resets the language to the default after a sign-out, ignoring the browser and the previous person. */
export const resetLanguage = (): Promise<void> => setLanguage(defaultLanguage());
