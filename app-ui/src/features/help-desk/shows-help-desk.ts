import type { Profile } from 'ui-kit';

/** Whether a person may write to the help desk: whoever has not signed in, and whom it stands in for chat. */
export function showsHelpDesk(profile: Pick<Profile, 'status'> | null): boolean {
  if (profile === null) return true;
  const { chattype, chatStatus } = profile.status.experiences;
  return (
    chattype === 'use' &&
    chatStatus.helpCenter === 'use' &&
    chatStatus.mentorshipChat !== 'use' &&
    chatStatus.aiChat !== 'use'
  );
}
