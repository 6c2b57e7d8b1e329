import { QueryCache, QueryClient } from '@tanstack/react-query';
import { HttpError } from '../http/errors';
import { profileQuery } from '../login-session/profile';

/** Whether a retry may succeed: client errors except 429 are final. */
function isRetryable(error: Error): boolean {
  return !(error instanceof HttpError) || error.status >= 500 || error.status === 429;
}

export function createQueryClient(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // The pages ask for agreement when the profile says that it is missing.
        if (error instanceof HttpError && error.code === 'terms_required')
          void queries.invalidateQueries({ queryKey: profileQuery.queryKey });
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, error) => failures < 2 && isRetryable(error) },
      mutations: { retry: false },
    },
  });
  return queries;
}
