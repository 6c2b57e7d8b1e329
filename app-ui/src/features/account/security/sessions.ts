import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';

export type ListedSession = Schemas['ListedSession'];

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => http<ListedSession[]>('api/v2/users/sessions/', { signal }),
});

/** Ends one session, or all others if none is named. */
export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? http<void>('api/v2/users/sessions/end-others/', { method: 'POST' })
        : http<void>(`api/v2/users/sessions/${id}/`, { method: 'DELETE' }),
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  });
}
