import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { formatMessageTime, useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';
import type { Conversation } from '../../model/conversation';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { callsQuery } from '../members/calls-query';
import type { RatingCardProps } from './rating-card';
import { CHAT_QUESTIONS, meetingCardQuery, rateChat, rateMeeting, ratingStatusQuery } from './rating-queries';
import { useReminder } from './use-reminder';

/** A question that cannot be drawn is not asked: nothing else may suffer from it. */
const RatingCard = lazy<ComponentType<RatingCardProps>>(() =>
  import('./rating-card').catch(() => ({ default: () => null })),
);

const CHAT_THANKS_MS = 2_000;
const MEETING_THANKS_MS = 3_000;
const NOTES_EVERY_MS = 60_000;
const NOTES_WITHIN_MS = 30 * 60_000;

interface RatingsProps {
  channel: Channel;
  conversation: Conversation;
  onFocusFreed: () => void;
}

/** What there is to be rated in a channel, one question after the other: the notes of a call, then the conversation. */
export function Ratings(props: RatingsProps) {
  const meeting = useMeetingCard(props);
  const chat = useChatCard(props);
  return <Suspense fallback={null}>{meeting ?? chat}</Suspense>;
}

/** Asked on choosing the channel, when the server comes to say so, and five minutes after a message. */
function useChatCard({ channel, conversation, onFocusFreed }: RatingsProps) {
  const { t } = useTranslation('messenger');
  const queries = useQueryClient();
  const { channelId, membership, kind } = channel;
  const query = ratingStatusQuery(channelId);
  const { data, refetch } = useQuery({ ...query, enabled: membership === 'active' && kind !== 'broadcast' });
  const [isLater, setIsLater] = useState(false);
  const [isAnswered, setIsAnswered] = useState(false);

  useReminder(conversation, () => {
    setIsLater(false);
    void refetch();
  });

  if (!isAnswered && (isLater || data?.isRatingModal !== true)) return null;
  return (
    <RatingCard
      key="chat"
      title={t('rating.title')}
      questions={[
        { key: CHAT_QUESTIONS.accuracy, text: t('rating.accuracy') },
        { key: CHAT_QUESTIONS.relevance, text: t('rating.relevance') },
        { key: CHAT_QUESTIONS.resolution, text: t('rating.resolution') },
      ]}
      thanksMs={CHAT_THANKS_MS}
      onAnswer={async (answers) => {
        const status = await rateChat(channelId, answers);
        // The card stays for its thanks, whatever the status says from now on.
        setIsAnswered(true);
        queries.setQueryData(query.queryKey, status);
      }}
      onDone={() => setIsAnswered(false)}
      onLater={() => setIsLater(true)}
      onFocusFreed={onFocusFreed}
    />
  );
}

/** Asked once the notes of a call are ready, in the channel where the call was. */
function useMeetingCard({ channel, onFocusFreed }: RatingsProps) {
  const { t, i18n } = useTranslation('messenger');
  const { self, desk } = useChat();
  const queries = useQueryClient();
  const query = meetingCardQuery(self.id);
  const lastEnd = useStore(desk, (state) => state.lastEnd);
  const { data } = useQuery({
    ...query,
    // Nothing tells when notes are ready: for a while after a call they are asked for.
    refetchInterval: () =>
      lastEnd !== null && Date.now() - lastEnd < NOTES_WITHIN_MS ? NOTES_EVERY_MS : false,
  });
  const [laterId, setLaterId] = useState<string | null>(null);

  if (!data || data.channelId !== channel.channelId || data.meetingRecordingId === laterId) return null;
  const { meetingRecordingId, meetingDateTime } = data;
  if (meetingRecordingId === null || meetingDateTime === null) return null;
  return (
    <RatingCard
      key={meetingRecordingId}
      title={t('rating.meetingTitle')}
      detail={t('rating.meetingOf', { time: formatMessageTime(meetingDateTime, i18n.language) })}
      questions={[{ key: 'rating', text: t('rating.accuracy') }]}
      thanksMs={MEETING_THANKS_MS}
      onAnswer={async (answers) => {
        await rateMeeting(meetingRecordingId, self.id, answers?.rating ?? null);
        void queries.invalidateQueries({ queryKey: callsQuery(channel.channelId).queryKey });
      }}
      // Only now: until then its thanks are shown. Perhaps there is another call to ask about.
      onDone={() => {
        setLaterId(meetingRecordingId);
        void queries.invalidateQueries({ queryKey: query.queryKey });
      }}
      onLater={() => setLaterId(meetingRecordingId)}
      onFocusFreed={onFocusFreed}
    />
  );
}
