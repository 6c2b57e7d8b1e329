import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type Mentorship = Schemas['Mentorship'];

/** Its key begins with the topic of live updates. */
export const mentorshipQuery = (id: string) =>
  queryOptions({
    queryKey: ['mentorship', id],
    queryFn: ({ signal }) => api.get('/api/v2/mentorships/{id}/', { params: { path: { id } }, signal }),
  });
