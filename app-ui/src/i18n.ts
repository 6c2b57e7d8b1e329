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

/** The English texts that the sign-in page does without. Every other page waits for them beside its own code. */
export async function pageTexts(): Promise<void> {
  addToCatalogue('app', (await import('./locales/en/pages.json')).default);
}
