import { queryOptions } from '@tanstack/react-query';
import { api } from 'ui-kit';

/** Keys begin with the topic of live updates. */
export const endedMentorshipsQuery = queryOptions({
  queryKey: ['mentorship', 'ended'],
  queryFn: ({ signal }) => api.get('/api/v2/mentorships/ended/', { signal }),
});

export const certificateQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['mentorship', 'certificate', id, language],
    queryFn: ({ signal }) =>
      api.get('/api/v2/mentorships/{id}/certificate/', { params: { path: { id } }, signal }),
  });
