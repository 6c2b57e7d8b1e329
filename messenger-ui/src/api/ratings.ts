import { queryOptions } from '@tanstack/react-query';
import { api } from 'ui-kit';

/** Answer keys of the server. The displayed questions are in the catalogues. */
export const CHAT_QUESTIONS = {
  accuracy: 'Accuracy of information provided?',
  relevance: 'Relevance of information shared?',
  resolution: 'Query resolution?',
} as const;

/** Query whether a rating of the channel is due; never cached, so that opening a channel asks again. */
export const ratingStatusQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['chat', 'rating-status', channelId],
    queryFn: ({ signal }) =>
      api.get('/api/v2/chat/{channel}/rating-status/', { params: { path: { channel: channelId } }, signal }),
    staleTime: 0,
  });

/** Sends the three answers, or null for a skip. */
export function rateChat(channelId: string, answers: Readonly<Record<string, number>> | null) {
  const rating = Object.fromEntries(
    Object.values(CHAT_QUESTIONS).map((question) => [question, answers?.[question] ?? null]),
  );
  return api.post('/api/v2/chat/{channel}/rating/', {
    params: { path: { channel: channelId } },
    body: { rating },
    keepalive: true,
  });
}

/** Query of the call whose summary should be rated, in any channel. */
export const meetingCardQuery = (userId: string) =>
  queryOptions({
    queryKey: ['chat', 'meeting-card'],
    queryFn: ({ signal }) =>
      api.get('/api/v2/video/meeting-summary-rating-status/', {
        params: { query: { user_id: userId } },
        signal,
      }),
  });

/** Rates the summary of a call; null skips. */
export function rateMeeting(recordingId: string, userId: string, rating: number | null) {
  return api.post('/api/v2/chat/meeting-summary-rating/', {
    body: { meeting_recording_id: recordingId, user_id: userId, meeting_rating: rating },
    keepalive: true,
  });
}
