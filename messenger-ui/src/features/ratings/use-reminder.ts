import { useEffect, useRef } from 'react';
import { useChat } from '../../shell/chat-context';

/** Calls back five minutes after the last message sent in a channel. */
export function useReminder(channelId: string, onDue: () => void): void {
  const { hub } = useChat();
  const latestOnDue = useRef(onDue);
  useEffect(() => {
    latestOnDue.current = onDue;
  });
  useEffect(() => hub.ratingReminders.watch(channelId, () => latestOnDue.current()), [hub, channelId]);
}
