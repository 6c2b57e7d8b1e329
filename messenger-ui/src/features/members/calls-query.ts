import { infiniteQueryOptions } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';

export type Call = Schemas['ChatMeeting'];
type Page = Schemas['ChannelHistory'];

/** The addresses of summaries and transcripts live for ten minutes: new ones come before the old ones end. */
const RENEW_MS = 9 * 60_000;

/** The recorded calls of a channel, newest first, page by page. */
export const callsQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'calls', channelId],
    queryFn: ({ pageParam, signal }) =>
      http<Page>(`api/v2/chat/${channelId}/channel-history/?page_number=${pageParam}`, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _, number) => (last.hasNextPage ? number + 1 : null),
    refetchInterval: RENEW_MS,
    // What was kept may hold addresses that have ended.
    staleTime: 0,
    gcTime: RENEW_MS,
    // Without a network the panel says so, instead of waiting for one.
    networkMode: 'always',
  });

/** The same pages with another rating of one call. */
export const withRating = (pages: readonly Page[], recordingId: string, rating: number | null): Page[] =>
  pages.map((page) => ({
    ...page,
    chatMeetingHistory: page.chatMeetingHistory.map((call) =>
      call.meetingRecordingId === recordingId ? { ...call, rating } : call,
    ),
  }));
