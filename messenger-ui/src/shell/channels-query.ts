import { queryOptions } from '@tanstack/react-query';
import { http } from 'ui-kit';
import type { Channel } from '../model/channels';

/** The one list of channels, shared by everything that shows them. The hub tells when it is out of date. */
export const channelsQuery = queryOptions({
  queryKey: ['chat', 'channels'],
  queryFn: ({ signal }) => http<readonly Channel[]>('api/v2/chat/channels/', { signal }),
});
