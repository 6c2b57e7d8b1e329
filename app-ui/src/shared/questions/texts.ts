import { registerCatalogue } from 'ui-kit';
import en from '../../locales/en/questions.json';

/** A catalogue of its own, loaded with the first page that asks questions. */
registerCatalogue('questions', {
  en,
  de: () => import('../../locales/de/questions.json'),
  ar: () => import('../../locales/ar/questions.json'),
});
