import { queryOptions } from '@tanstack/react-query';
import { http } from './http';
import type { Schemas } from './schemas';

/** What the operator decided, as far as pages must know; it holds for as long as the page is open. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => http<Schemas['ForPages']>('api/v2/settings/', { signal, anonymous: true }),
  staleTime: Number.POSITIVE_INFINITY,
});
