import { queryOptions } from '@tanstack/react-query';
import { maintenance, publicApi } from 'ui-kit';

/**
 * Polls the maintenance status: once a minute and on focus, more often under maintenance, so that the page notices
 * its begin and end without a reload.
 */
export const systemStatusQuery = queryOptions({
  queryKey: ['system-status'],
  queryFn: async ({ signal }) => {
    const status = await publicApi.get('/api/v2/users/system_status/', { signal });
    maintenance.set(status.underMaintenance);
    return status;
  },
  // After a redirect because of maintenance a cached status must not lead back in.
  refetchOnMount: 'always',
  staleTime: 0,
  // Other nodes apply maintenance a moment later, so a rejected call counts as well.
  refetchInterval: ({ state }) =>
    state.data?.underMaintenance || maintenance.getSnapshot() ? 10_000 : 60_000,
});

/** The status query of signed-in people: their sign-in has just shown that there is no maintenance. */
export const watchedStatusQuery = {
  ...systemStatusQuery,
  initialData: { underMaintenance: false },
  refetchOnMount: false,
} as const;
