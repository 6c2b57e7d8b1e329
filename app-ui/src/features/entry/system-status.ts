import { queryOptions } from '@tanstack/react-query';
import { http, maintenance, type Schemas } from 'ui-kit';

/** Asked again while it lasts, so that nobody has to reload the page to find out that it is over. */
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
  // A node hears a moment later than the one that was asked: what another call was told counts as well.
  refetchInterval: ({ state }) =>
    state.data?.underMaintenance || maintenance.getSnapshot() ? 10_000 : false,
});
