import { registerCatalogue } from 'ui-kit';
import en from '../../locales/en/lists.json';

/** A catalogue of its own, loaded with the first list. */
registerCatalogue('lists', {
  en,
  de: () => import('../../locales/de/lists.json'),
  ar: () => import('../../locales/ar/lists.json'),
});
