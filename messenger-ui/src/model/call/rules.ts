import type { Profile } from 'ui-kit';
import type { Channel } from '../channels';

/** Whether the person's programme has video calls. */
export const hasVideo = ({ status }: Pick<Profile, 'status'>): boolean => status.experiences.video === 'use';

/** Whether the channel allows calls: between people, without a block. */
export const canCall = ({ membership, kind, isBlocked }: Channel): boolean =>
  membership === 'active' && (kind === 'direct' || kind === 'group') && !isBlocked;
