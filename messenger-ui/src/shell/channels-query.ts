import { queryOptions } from '@tanstack/react-query';
import { api } from 'ui-kit';
import type { Channel } from '../model/channels';

/** The shared channel list; the hub invalidates it. */
export const channelsQuery = queryOptions({
  queryKey: ['chat', 'channels'],
  queryFn: ({ signal }): Promise<readonly Channel[]> => api.get('/api/v2/chat/channels/', { signal }),
});
