import { QueryClient } from '@tanstack/react-query';
import { HttpError } from '../http/errors';

/** A refusal stays a refusal: only what may pass by itself is tried again. */
function mayPass(error: Error): boolean {
  return !(error instanceof HttpError) || error.status >= 500 || error.status === 429;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, error) => failures < 2 && mayPass(error) },
      mutations: { retry: false },
    },
  });
}
