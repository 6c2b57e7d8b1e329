import { queryOptions } from '@tanstack/react-query';
import { http, maintenance, type Schemas } from 'ui-kit';

/**
 * Asked when somebody comes back to the page and once a minute, and more often while the doors are closed: nobody has to
 * reload the page to find out that they are, or that it is over.
 */
export const systemStatusQuery = queryOptions({
  queryKey: ['system-status'],
  queryFn: async ({ signal }) => {
    const path = 'api/v2/users/system_status/';
    const status = await http<Schemas['SystemStatus']>(path, { signal, anonymous: true });
    maintenance.set(status.underMaintenance);
    return status;
  },
  // Whoever was sent here by closed doors must not be let back in by what was true before.
  refetchOnMount: 'always',
  staleTime: 0,
  // A node hears a moment later than the one that was asked: what another call was told counts as well.
  refetchInterval: ({ state }) =>
    state.data?.underMaintenance || maintenance.getSnapshot() ? 10_000 : 60_000,
});

/** For whoever is in: what brought them in has just said that the doors are open. */
export const watchedStatusQuery = {
  ...systemStatusQuery,
  initialData: { underMaintenance: false },
  refetchOnMount: false,
} as const;
