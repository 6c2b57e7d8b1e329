import { queryOptions } from '@tanstack/react-query';
import { publicApi } from './api-client';

/** Fetches the configuration that pages need. It holds for as long as the page is open. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => publicApi.get('/api/v2/settings/', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
