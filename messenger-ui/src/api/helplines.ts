import { queryOptions } from '@tanstack/react-query';
import { api } from 'ui-kit';

/** The helplines of the installation, in the language of the person. */
export const helplinesQuery = queryOptions({
  queryKey: ['chat', 'helplines'],
  queryFn: ({ signal }) => api.get('/api/v2/chat/helplines/', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** When staff next read about a crisis of the person. */
export const crisisHoursQuery = queryOptions({
  queryKey: ['chat', 'crisis-hours'],
  queryFn: ({ signal }) => api.get('/api/v2/chat/crisis-hours/', { signal }),
  staleTime: 60_000,
});
