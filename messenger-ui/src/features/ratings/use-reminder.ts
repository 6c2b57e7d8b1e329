import { useEffect, useRef } from 'react';
import type { Conversation } from '../../model/conversation';

/** So long after the last message that one sent, it is a good moment to look back. */
const REMIND_AFTER_MS = 300_000;

/** Calls back five minutes after the last message sent from this window. */
export function useReminder(conversation: Conversation, onDue: () => void): void {
  const due = useRef(onDue);
  useEffect(() => {
    due.current = onDue;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Whatever waits to be sent already is no message of this moment.
    let known = new Set(conversation.getSnapshot().pending.map((message) => message.tempId));
    const unsubscribe = conversation.subscribe(() => {
      const { pending } = conversation.getSnapshot();
      const isNew = pending.some((message) => !known.has(message.tempId));
      known = new Set(pending.map((message) => message.tempId));
      if (!isNew) return;
      clearTimeout(timer);
      timer = setTimeout(() => due.current(), REMIND_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [conversation]);
}
