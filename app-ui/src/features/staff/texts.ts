import { registerCatalogue } from 'ui-kit';
import en from '../../locales/en/staff.json';

/** A catalogue of its own, loaded with the pages of staff. */
registerCatalogue('staff', {
  en,
  de: () => import('../../locales/de/staff.json'),
  ar: () => import('../../locales/ar/staff.json'),
});
