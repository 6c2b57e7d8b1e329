import type { Profile } from 'ui-kit';
import type { MatchingState } from '../../../shared/matches/active-matches';

/** Who looks at the matches, and how they are matched. */
export interface Viewer {
  isMentee: boolean;
  isGroup: boolean;
}

/** Whether all places of a mentor are taken, or the group has begun. */
export const isFull = ({ screen, freePlaces }: MatchingState, isMentee: boolean): boolean =>
  !isMentee && screen === 1 && freePlaces === 0;

export const viewerOf = ({ role }: Pick<Profile, 'role'>, { userMatchType }: MatchingState): Viewer => ({
  isMentee: role.toLowerCase() === 'mentee',
  isGroup: userMatchType === '1toM',
});
