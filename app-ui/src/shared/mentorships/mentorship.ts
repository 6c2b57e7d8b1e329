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

/** A group has a name; a pair is named after the other person. */
export function nameOf({ name, partnerDetails }: Mentorship): string {
  if (name !== '') return name;
  return partnerDetails.partnerDetails.map(({ firstName }) => firstName).join(', ');
}

/** The members of a mentorship, the reader first. */
export function peopleOf({ partnerDetails: { userDetails, partnerDetails } }: Mentorship) {
  return [userDetails, ...partnerDetails].map(({ id, firstName, lastName, picture }) => ({
    id,
    name: `${firstName} ${lastName}`,
    picture,
  }));
}

/** The first names of the other members, by whether they have done their part of a session. */
export function othersBySession(
  { partnerCompletedSteps }: Pick<MentorshipSession, 'partnerCompletedSteps'>,
  { partnerDetails: { partnerDetails } }: Mentorship,
): { done: string[]; waiting: string[] } {
  const finished = new Set(
    partnerCompletedSteps
      .filter(({ partnerStatus }) => isPartDone(partnerStatus))
      .map(({ userId }) => userId),
  );
  const namesOf = (isDone: boolean) =>
    partnerDetails.filter(({ id }) => finished.has(id) === isDone).map(({ firstName }) => firstName);
  return { done: namesOf(true), waiting: namesOf(false) };
}

/** Whether a status says that a person has done their part. */
export const isPartDone = (status: string | null): boolean =>
  status === 'PARTIAL_COMPLETE' || status === 'COMPLETED';

/** The sessions of a mentorship, or of all, in the order of the curriculum. */
export const mentorshipSessionsQuery = (id: string | null, language: string) =>
  queryOptions({
    queryKey: ['mentorship', 'sessions', id, language],
    networkMode: 'always',
    queryFn: kept(({ signal }) =>
      api.get('/api/v2/mentorships/sessions/', {
        params: { query: { ...(id !== null && { mentorship: id }), image_type: 'web' } },
        signal,
      }),
    ),
  });
