import { useEffect, useRef } from 'react';
import { announce, useTranslation } from 'ui-kit';
import { useMessageSummary } from '../../hooks/use-message-summary';
import type { GetPerson } from '../../hooks/use-people';
import type { ChannelState } from '../../model/channel-store';
import { screenReaderText } from './screen-reader-text';

/** Announces messages of others that arrive, or are deleted, while the channel is open. */
export function useAnnouncements(
  { newestMessages: messages, reachedBeginning, isDetached }: ChannelState,
  selfId: string,
  getPerson: GetPerson,
): void {
  const { t } = useTranslation('messenger');
  const summary = useMessageSummary();
  const announcedUpTo = useRef<number | null>(null);
  const readable = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (messages.length === 0 && (isDetached || !reachedBeginning)) return;
    const previous = announcedUpTo.current;
    const wasReadable = readable.current;
    announcedUpTo.current = messages.at(-1)?.seq ?? 0;
    readable.current = new Set(
      messages.filter(({ deletedOn }) => deletedOn === null).map(({ msgId }) => msgId),
    );
    if (previous === null) return;
    for (const message of messages) {
      if (message.userId === selfId) continue;
      const author = getPerson(message.userId).name;
      if (message.deletedOn !== null) {
        // Also replaces its text, which may be the last announcement.
        if (wasReadable.has(message.msgId)) {
          announce(t('message.announced', { author, text: t('message.deleted') }));
        }
      } else if (message.seq > previous) {
        announce(t('message.announced', { author, text: screenReaderText(message, summary) }));
      }
    }
  }, [messages, isDetached, reachedBeginning, selfId, getPerson, summary, t]);
}
