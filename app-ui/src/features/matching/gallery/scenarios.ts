export const SCENARIOS = [
  'potential',
  'mentor',
  'group',
  'mentee-in-group',
  'finding',
  'proposing',
  'expired',
  'full',
  'awaiting',
  'hold',
  'congratulations',
  'congratulations-group',
  'paused',
  'join',
  'missing',
  'loading',
  'no-texts',
] as const;

export type Scenario = (typeof SCENARIOS)[number];

/** How the calls are answered. */
export const ANSWERS = ['works', 'refuses', 'unavailable'] as const;
export type Answers = (typeof ANSWERS)[number];

export const isMentorScenario = (scenario: Scenario): boolean =>
  scenario === 'mentor' || scenario === 'group' || scenario === 'full';
