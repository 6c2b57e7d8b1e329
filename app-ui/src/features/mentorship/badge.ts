import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, publicApi } from 'ui-kit';

const OWN = '/api/v2/badges/{id}/credential/';

/** Whether a badge of the person is published. */
export const ownCredentialQuery = (id: string) =>
  queryOptions({
    queryKey: ['mentorship', 'credential', id],
    queryFn: ({ signal }) => api.get(OWN, { params: { path: { id } }, signal }),
  });

/** A published badge, for everyone with its address. */
export const credentialQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['credential', id, language],
    queryFn: ({ signal }) =>
      publicApi.get('/api/v2/credentials/{id}/', {
        params: { path: { id }, query: { language_code: language } },
        signal,
      }),
  });

/** Publishes a badge, or withdraws it. */
export function useCredential(id: string) {
  const cache = useQueryClient();
  const { queryKey } = ownCredentialQuery(id);
  const publish = useMutation({
    mutationFn: (withName: boolean) => api.post(OWN, { params: { path: { id } }, body: { withName } }),
    onSuccess: (stored) => void cache.setQueryData(queryKey, stored),
  });
  const withdraw = useMutation({
    mutationFn: () => api.delete(OWN, { params: { path: { id } } }),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  });
  return { publish, withdraw };
}
