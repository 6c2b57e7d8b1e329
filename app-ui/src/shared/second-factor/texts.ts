import { registerCatalogue } from 'ui-kit';
import en from '../../locales/en/second-factor.json';

/** A catalogue of its own, loaded where staff enter a code. */
registerCatalogue('secondFactor', {
  en,
  de: () => import('../../locales/de/second-factor.json'),
  ar: () => import('../../locales/ar/second-factor.json'),
});
