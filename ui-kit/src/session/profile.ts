import { queryOptions, useQuery } from '@tanstack/react-query';
import { http } from '../http/http';
import type { Schemas } from '../http/schemas';
import { useSession } from './use-session';

/** How far an area is open to a person: usable, visible, or not there. */
export type Experience = Schemas['Access'];
export type Experiences = Schemas['Experiences'];

/** The signed-in person. */
export type Profile = Schemas['Profile'];

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => http<Profile>('api/v2/users/profile/', { signal }),
  staleTime: 5 * 60_000,
});

export function useProfile() {
  const { status } = useSession();
  return useQuery({ ...profileQuery, enabled: status === 'signedIn' });
}

/** Chat is there for those who may use it with people or with the assistant. */
export function canChat({ status }: Pick<Profile, 'status'>): boolean {
  const { chattype, chatStatus } = status.experiences;
  return chattype === 'use' && (chatStatus.mentorshipChat === 'use' || chatStatus.aiChat === 'use');
}
