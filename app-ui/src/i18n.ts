import { addToCatalogue, registerCatalogue } from 'ui-kit';
import en from './locales/en/app.json';

type Texts = Promise<{ default: object }>;
const both = async (first: Texts, pages: Texts) => ({
  default: { ...(await first).default, ...(await pages).default },
});

registerCatalogue('app', {
  en,
  de: () => both(import('./locales/de/app.json'), import('./locales/de/pages.json')),
  ar: () => both(import('./locales/ar/app.json'), import('./locales/ar/pages.json')),
});

/** Loads the English texts that the sign-in page does not need. Other pages load them in parallel with their code. */
export async function loadPageTexts(): Promise<void> {
  addToCatalogue('app', (await import('./locales/en/pages.json')).default);
}
