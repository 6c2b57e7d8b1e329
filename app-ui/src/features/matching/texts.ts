import { registerCatalogue } from 'ui-kit';
import en from '../../locales/en/matching.json';

/** A catalogue of its own, loaded with the page. */
registerCatalogue('matching', {
  en,
  de: () => import('../../locales/de/matching.json'),
  ar: () => import('../../locales/ar/matching.json'),
});
