/** People of the demo world. */
export const PASSWORD = 'Mentor-hub-1';

export const ACCOUNTS = {
  maya: 'maya.mentor@example.org',
  tom: 'tom.mentee@example.org',
  ana: 'ana.mentee@example.org',
  ines: 'ines.mentee@example.org',
  sam: 'sam.staff@example.org',
  // Of the cohort.
  leo: 'leo.mentee@example.org',
  lotte: 'lotte.mentee@example.org',
  bilal: 'bilal.mentee@example.org',
  selma: 'selma.mentee@example.org',
  emre: 'emre.mentee@example.org',
  nina: 'nina.mentor@example.org',
  kofi: 'kofi.mentor@example.org',
  omar: 'omar.mentor@example.org',
  jamal: 'jamal.mentee@example.org',
  nora: 'nora.mentee@example.org',
  ole: 'ole.mentee@example.org',
} as const;

export type Name = keyof typeof ACCOUNTS;
