import type { Profile } from 'ui-kit';

/** Whether a person may use the help desk: signed-out people, and people without chat who have access to it. */
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
