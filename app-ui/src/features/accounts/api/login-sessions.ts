import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type ListedLoginSession = Schemas['LoginSession'];

export const loginSessionsQuery = queryOptions({
  queryKey: ['login-sessions'],
  queryFn: ({ signal }) => api.get('/api/v2/users/sessions/', { signal }),
});

/** Ends one login session, or all other ones for null. */
export function useEndLoginSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? api.post('/api/v2/users/sessions/end-others/')
        : api.delete('/api/v2/users/sessions/{id}/', { params: { path: { id } } }),
    onSettled: () => queries.invalidateQueries(loginSessionsQuery),
  });
}
