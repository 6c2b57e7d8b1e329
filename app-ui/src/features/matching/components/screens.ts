import type { ScreenText } from '../../../shared/matches/types';
import type { SceneName } from './scene';

interface Screen {
  key: ScreenText['key'];
  scene: SceneName;
}

const FINDING: Screen = { key: 'finding_matches', scene: 'finding' };

const SCREENS: Readonly<Record<number, Screen>> = {
  1: FINDING,
  2: { key: 'potential_match', scene: 'potential' },
  3: { key: 'awaiting_mentor_response', scene: 'awaiting' },
  4: { key: 'group_hold', scene: 'group' },
};

/** Returns the texts and picture of a screen number. Mentors have no third screen. */
export function screenOf(screen: number, isMentee: boolean): Screen {
  if (screen === 3 && !isMentee) return FINDING;
  return SCREENS[screen] ?? FINDING;
}
