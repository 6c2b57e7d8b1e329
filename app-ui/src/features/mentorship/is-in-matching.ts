import type { Profile } from 'ui-kit';

/** Whether matches are sought for a person, or paused. */
export const isInMatching = ({ status }: Pick<Profile, 'status'>): boolean =>
  status.experiences.matchingflow === 'use' || status.matching.matchingStatus !== null;
