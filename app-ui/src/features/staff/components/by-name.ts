import { i18n } from 'ui-kit';

/** Compares names in the language of the page: "8a" before "10b". */
export const byName = (one: string, other: string): number =>
  one.localeCompare(other, i18n.language, { numeric: true });
