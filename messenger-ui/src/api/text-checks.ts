import { queryOptions } from '@tanstack/react-query';
import { api } from 'ui-kit';

/** Query of what is checked of the person's texts in a channel. */
export const textChecksQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['text-checks', channelId],
    queryFn: ({ signal }) =>
      api.get('/api/v2/chat/{channel}/checks/', { params: { path: { channel: channelId } }, signal }),
    // The programme may change it at any time.
    staleTime: 0,
  });
