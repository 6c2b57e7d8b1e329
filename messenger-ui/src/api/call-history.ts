import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type Call = Schemas['Meeting'];
type Page = Schemas['MeetingHistoryResponse'];

/** Signed addresses of summaries and transcripts expire after ten minutes. */
const LINK_RENEWAL_INTERVAL_MS = 9 * 60_000;

/** Query of a channel's recorded calls, newest first. */
export const callHistoryQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'calls', channelId],
    queryFn: ({ pageParam, signal }) =>
      api.get('/api/v2/chat/{channel}/channel-history/', {
        params: { path: { channel: channelId }, query: { page_number: pageParam } },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _, number) => (last.hasNextPage ? number + 1 : null),
    refetchInterval: LINK_RENEWAL_INTERVAL_MS,
    // Cached pages may contain expired addresses.
    staleTime: 0,
    gcTime: LINK_RENEWAL_INTERVAL_MS,
    // Fails at once without a network, instead of waiting for one.
    networkMode: 'always',
  });

/** Returns the pages with a changed rating of one call. */
export const withRating = (pages: readonly Page[], recordingId: string, rating: number | null): Page[] =>
  pages.map((page) => ({
    ...page,
    chatMeetingHistory: page.chatMeetingHistory.map((call) =>
      call.meetingRecordingId === recordingId ? { ...call, rating } : call,
    ),
  }));
