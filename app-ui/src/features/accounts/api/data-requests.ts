import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type DataRequest = Schemas['DataRequest'];
export type DataRequestKind = DataRequest['kind'];

/** The key begins with the topic of the profile: an answer of staff is shown at once. */
export const dataRequestsQuery = queryOptions({
  queryKey: ['profile', 'data-requests'],
  queryFn: ({ signal }) => api.get('/api/v2/users/data-requests/', { signal }),
});

/** Asks for a copy, a correction or the erasure. */
export function useDemandData(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { kind: DataRequestKind; words: string }) =>
      api.post('/api/v2/users/data-requests/', { body }),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries(dataRequestsQuery),
  });
}

/** Withdraws a request that is open. */
export function useWithdrawDataRequest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: string) =>
      api.delete('/api/v2/users/data-requests/{request}/', { params: { path: { request } } }),
    onSettled: () => queries.invalidateQueries(dataRequestsQuery),
  });
}
