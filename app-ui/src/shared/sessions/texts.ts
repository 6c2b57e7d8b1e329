import { registerCatalogue } from 'ui-kit';
import en from '../../locales/en/learning.json';

/** A catalogue of its own, loaded with the pages. */
registerCatalogue('learning', {
  en,
  de: () => import('../../locales/de/learning.json'),
  ar: () => import('../../locales/ar/learning.json'),
});
