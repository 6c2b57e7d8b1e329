import { registerCatalogue } from 'ui-kit';
import en from './locales/en/messenger.json';

registerCatalogue('messenger', {
  en,
  de: () => import('./locales/de/messenger.json'),
  ar: () => import('./locales/ar/messenger.json'),
});
