import type { Profile } from 'ui-kit';
import type { Channel } from '../channels';

/** Whether video calls are a part of the person's programme. */
export const hasVideo = ({ status }: Pick<Profile, 'status'>): boolean => status.experiences.video === 'use';

/** Whether there can be calls in this conversation: between people, and not where one of them wants none. */
export const canCall = ({ membership, kind, isBlocked }: Channel): boolean =>
  membership === 'active' && (kind === 'direct' || kind === 'group') && !isBlocked;
