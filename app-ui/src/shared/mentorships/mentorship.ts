import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { kept } from '../offline/kept';

export type Mentorship = Schemas['Mentorship'];
export type MentorshipSession = Schemas['SessionCard'];

/** Its key begins with the topic of live updates. Titles are those of the language. */
export const mentorshipQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['mentorship', id, language],
    // Without a network, what was kept is the answer, as in the learning hub.
    networkMode: 'always',
    queryFn: kept(({ signal }) => api.get('/api/v2/mentorships/{id}/', { params: { path: { id } }, signal })),
  });

/** The members of a mentorship, the reader first. */
export function peopleOf({ partnerDetails: { userDetails, partnerDetails } }: Mentorship) {
  return [userDetails, ...partnerDetails].map(({ id, firstName, lastName, picture }) => ({
    id,
    name: `${firstName} ${lastName}`,
    picture,
  }));
}

/** The sessions of a mentorship, in the order of its curriculum. */
export const mentorshipSessionsQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['mentorship', 'sessions', id, language],
    networkMode: 'always',
    queryFn: kept(({ signal }) =>
      api.get('/api/v2/mentorships/sessions/', {
        params: { query: { mentorship: id, image_type: 'web' } },
        signal,
      }),
    ),
  });
