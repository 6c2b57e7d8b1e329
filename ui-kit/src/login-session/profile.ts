import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../http/api';
import type { Schemas } from '../http/api-client';
import { useLoginSession } from './use-login-session';

/** Access of a person to an area: usable, visible or hidden. */
export type Experience = Schemas['Access'];
export type Experiences = Schemas['Experiences'];

/** The signed-in person. */
export type Profile = Schemas['ProfileResponse'];

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.get('/api/v2/users/profile/', { signal }),
  staleTime: 5 * 60_000,
});

export function useProfile() {
  const { status } = useLoginSession();
  return useQuery({ ...profileQuery, enabled: status === 'signedIn' });
}

/** Whether a person has conversations: mentors and mentees have one with their programme team, also without chat. */
export const hasConversations = (profile: Pick<Profile, 'role' | 'status'>): boolean =>
  profile.role !== 'Staff' || canChat(profile);

/** Whether a person may chat with people or with the assistant. */
export function canChat({ status }: Pick<Profile, 'status'>): boolean {
  const { chattype, chatStatus } = status.experiences;
  return chattype === 'use' && (chatStatus.mentorshipChat === 'use' || chatStatus.aiChat === 'use');
}
