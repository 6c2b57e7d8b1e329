import { registerCatalogue } from 'ui-kit';
import en from '../../locales/en/feed.json';

/** A catalogue of its own, loaded with the page. */
registerCatalogue('feed', {
  en,
  de: () => import('../../locales/de/feed.json'),
  ar: () => import('../../locales/ar/feed.json'),
});
