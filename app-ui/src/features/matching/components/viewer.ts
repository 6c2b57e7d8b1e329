import type { Profile } from 'ui-kit';
import type { MatchingState } from '../api/queries';

/** Who looks at the matches, and how they are matched. */
export interface Viewer {
  isMentee: boolean;
  isGroup: boolean;
}

export const viewerOf = ({ role }: Pick<Profile, 'role'>, { userMatchType }: MatchingState): Viewer => ({
  isMentee: role.toLowerCase() === 'mentee',
  isGroup: userMatchType === '1toM',
});
