import { registerCatalogue } from 'ui-kit';
import en from '../../locales/en/announcements.json';

/** A catalogue of its own, loaded with the first announcement. */
registerCatalogue('announcements', {
  en,
  de: () => import('../../locales/de/announcements.json'),
  ar: () => import('../../locales/ar/announcements.json'),
});
