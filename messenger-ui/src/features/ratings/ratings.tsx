import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatMessageTime, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { callHistoryQuery } from '../../api/call-history';
import {
  CHAT_QUESTIONS,
  meetingCardQuery,
  rateChat,
  rateMeeting,
  ratingStatusQuery,
} from '../../api/ratings';
import type { Channel } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { useReminder } from './use-reminder';

const RatingCard = lazyPart(() => import('./rating-card'), 'retry');

const CHAT_CONFIRMATION_MS = 2_000;
const MEETING_CONFIRMATION_MS = 3_000;
const SUMMARY_POLL_INTERVAL_MS = 60_000;
const SUMMARY_POLL_DURATION_MS = 30 * 60_000;

interface RatingsProps {
  channel: Channel;
  onFocusFreed: () => void;
}

/** Rating questions of a channel, one at a time: the summary of a call, then the chat. */
export function Ratings(props: RatingsProps) {
  const meeting = useMeetingCard(props);
  const chat = useChatCard(props);
  return <Suspense fallback={null}>{meeting ?? chat}</Suspense>;
}

/** Asks when the channel is opened and five minutes after a sent message, if the server says that a rating is due. */
function useChatCard({ channel, onFocusFreed }: RatingsProps) {
  const { t } = useTranslation('messenger');
  const queries = useQueryClient();
  const { channelId, membership, kind } = channel;
  const query = ratingStatusQuery(channelId);
  const isRated = membership === 'active' && kind !== 'broadcast' && kind !== 'team';
  const { data, refetch } = useQuery({ ...query, enabled: isRated });
  const [isPostponed, setIsPostponed] = useState(false);
  const [isAnswered, setIsAnswered] = useState(false);

  useReminder(channelId, () => {
    setIsPostponed(false);
    void refetch();
  });

  if (!isAnswered && (isPostponed || data?.isRatingModal !== true)) return null;
  return (
    <RatingCard
      key="chat"
      title={t('rating.title')}
      questions={[
        { key: CHAT_QUESTIONS.accuracy, text: t('rating.accuracy') },
        { key: CHAT_QUESTIONS.relevance, text: t('rating.relevance') },
        { key: CHAT_QUESTIONS.resolution, text: t('rating.resolution') },
      ]}
      confirmationMs={CHAT_CONFIRMATION_MS}
      onAnswer={async (answers) => {
        const status = await rateChat(channelId, answers);
        // The card stays visible for its confirmation, although the status is false now.
        setIsAnswered(true);
        queries.setQueryData(query.queryKey, status);
      }}
      onDone={() => setIsAnswered(false)}
      onPostpone={() => setIsPostponed(true)}
      onFocusFreed={onFocusFreed}
    />
  );
}

/** Asks when the summary of a call is ready, in the channel of the call. */
function useMeetingCard({ channel, onFocusFreed }: RatingsProps) {
  const { t, i18n } = useTranslation('messenger');
  const { self, callManager } = useChat();
  const queries = useQueryClient();
  const query = meetingCardQuery(self.id);
  const lastEnd = useStore(callManager, (state) => state.lastEnd);
  const { data } = useQuery({
    ...query,
    // There is no event for a finished summary: the query polls for a while after a call.
    refetchInterval: () =>
      lastEnd !== null && Date.now() - lastEnd < SUMMARY_POLL_DURATION_MS ? SUMMARY_POLL_INTERVAL_MS : false,
  });
  const [postponedId, setPostponedId] = useState<string | null>(null);

  if (!data || data.channelId !== channel.channelId || data.meetingRecordingId === postponedId) return null;
  const { meetingRecordingId, meetingDateTime } = data;
  if (meetingRecordingId === null || meetingDateTime === null) return null;
  return (
    <RatingCard
      key={meetingRecordingId}
      title={t('rating.meetingTitle')}
      detail={t('rating.meetingDetail', { time: formatMessageTime(meetingDateTime, i18n.language) })}
      questions={[{ key: 'rating', text: t('rating.accuracy') }]}
      confirmationMs={MEETING_CONFIRMATION_MS}
      onAnswer={async (answers) => {
        await rateMeeting(meetingRecordingId, self.id, answers?.rating ?? null);
        void queries.invalidateQueries({ queryKey: callHistoryQuery(channel.channelId).queryKey });
      }}
      // Refetches after the confirmation: another call may be due.
      onDone={() => {
        setPostponedId(meetingRecordingId);
        void queries.invalidateQueries({ queryKey: query.queryKey });
      }}
      onPostpone={() => setPostponedId(meetingRecordingId)}
      onFocusFreed={onFocusFreed}
    />
  );
}
