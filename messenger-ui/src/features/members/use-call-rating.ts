import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, useErrorText } from 'ui-kit';
import { callHistoryQuery, withRating } from '../../api/call-history';
import { meetingCardQuery, rateMeeting } from '../../api/ratings';
import { useChat } from '../../shell/chat-context';

/** Rates a call optimistically; reverts with a toast if the server refuses. */
export function useCallRating(channelId: string): (recordingId: string, rating: number) => void {
  const { self } = useChat();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { queryKey } = callHistoryQuery(channelId);

  const ratingOf = (recordingId: string) =>
    queries
      .getQueryData(queryKey)
      ?.pages.flatMap((page) => page.chatMeetingHistory)
      .find((call) => call.meetingRecordingId === recordingId)?.rating ?? null;
  const show = (recordingId: string, rating: number | null) =>
    queries.setQueryData(
      queryKey,
      (history) => history && { ...history, pages: withRating(history.pages, recordingId, rating) },
    );

  const { mutate } = useMutation({
    mutationFn: ({ recordingId, rating }: { recordingId: string; rating: number }) =>
      rateMeeting(recordingId, self.id, rating),
    // Serial, so that an earlier rating cannot arrive after a later one.
    scope: { id: `rating of calls in ${channelId}` },
    networkMode: 'always',
    onMutate: async ({ recordingId, rating }) => {
      await queries.cancelQueries({ queryKey });
      const before = ratingOf(recordingId);
      show(recordingId, rating);
      return before;
    },
    onError: (error, { recordingId, rating }, before) => {
      if (ratingOf(recordingId) === rating) show(recordingId, before ?? null);
      void toast(errorText(error), 'danger');
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: meetingCardQuery(self.id).queryKey }),
  });
  return (recordingId, rating) => mutate({ recordingId, rating });
}
