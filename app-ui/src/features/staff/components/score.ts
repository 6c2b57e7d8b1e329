const FULL = 10_000;

/** A score in percent. */
export const formatScore = (score: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', numberingSystem: 'latn' }).format(score / FULL);
