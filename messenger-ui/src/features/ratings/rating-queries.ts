import { queryOptions } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';

/** The names of the answers, as the server knows them. What people read is in the catalogues. */
export const CHAT_QUESTIONS = {
  accuracy: 'Accuracy of information provided?',
  relevance: 'Relevance of information shared?',
  resolution: 'Query resolution?',
} as const;

/** Whether to ask for a rating of a channel. Every look is a fresh one: choosing a channel is the moment to ask. */
export const ratingStatusQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['chat', 'rating-status', channelId],
    queryFn: ({ signal }) =>
      http<Schemas['RatingStatus']>(`api/v2/chat/${channelId}/rating-status/`, { signal }),
    staleTime: 0,
  });

/** Sends the three answers by their names, or null for a skip. */
export function rateChat(channelId: string, answers: Readonly<Record<string, number>> | null) {
  const rating = Object.fromEntries(
    Object.values(CHAT_QUESTIONS).map((question) => [question, answers?.[question] ?? null]),
  );
  return http<Schemas['RatingStatus']>(`api/v2/chat/${channelId}/rating/`, {
    method: 'POST',
    body: { rating },
    keepalive: true,
  });
}

/** The call whose summary to ask about, in whichever channel it was. */
export const meetingCardQuery = (userId: string) =>
  queryOptions({
    queryKey: ['chat', 'meeting-card'],
    queryFn: ({ signal }) =>
      http<Schemas['MeetingRatingCard']>(
        `api/v2/video/meeting-summary-rating-status/?user_id=${encodeURIComponent(userId)}`,
        { signal },
      ),
  });

/** Rates the notes of a call, or skips with null. */
export function rateMeeting(recordingId: string, userId: string, rating: number | null) {
  return http<Schemas['MeetingRated']>('api/v2/chat/meeting-summary-rating/', {
    method: 'POST',
    body: { meeting_recording_id: recordingId, user_id: userId, meeting_rating: rating },
    keepalive: true,
  });
}
