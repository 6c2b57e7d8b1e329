/** People of the demo world. */
export const PASSWORD = 'Mentor-hub-1';

export const ACCOUNTS = {
  maya: 'maya.mentor@example.org',
  tom: 'tom.mentee@example.org',
  ana: 'ana.mentee@example.org',
  ines: 'ines.mentee@example.org',
  sam: 'sam.staff@example.org',
} as const;

export type Name = keyof typeof ACCOUNTS;
