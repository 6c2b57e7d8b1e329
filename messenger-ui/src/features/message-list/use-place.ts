import { useCallback, useEffect, useMemo, useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import type { Conversation, ConversationState } from '../../model/conversation';
import { plainText } from '../../model/markup';
import type { usePeople } from '../conversation/people';
import { useReading } from '../conversation/use-reading';
import { useSeen } from '../conversation/use-seen';
import type { ListFocus } from './list-contract';
import type { Row } from './rows';

/** How long a message that was jumped to is told apart from the others. */
const FOCUS_MS = 5_000;

interface Place {
  atEndChanged: (isAtEnd: boolean) => void;
  /** The reader is elsewhere than at the newest message. */
  isAway: boolean;
  /** Messages of others that came since. */
  missed: number;
}

/** Where the reader is in the conversation, and what they have read by being there. */
export function usePlace(conversation: Conversation, state: ConversationState, selfId: string): Place {
  const { newestPart, isDetached } = state;
  const tellSeen = useSeen(conversation);
  useReading(conversation.channelId);
  const [isAtEnd, setIsAtEnd] = useState(true);
  /** While the reader is away: the last message there was when they left. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const isAway = !isAtEnd || isDetached;
  if (isAway !== (leftAt !== null)) setLeftAt(isAway ? (newestPart.at(-1)?.seq ?? 0) : null);

  const atEndChanged = useCallback(
    (reached: boolean) => {
      setIsAtEnd(reached);
      tellSeen(reached && !conversation.getSnapshot().isDetached);
    },
    [tellSeen, conversation],
  );
  useEffect(() => {
    if (isDetached) tellSeen(false);
  }, [isDetached, tellSeen]);

  const missed =
    leftAt === null ? 0 : newestPart.filter(({ seq, userId }) => seq > leftAt && userId !== selfId).length;
  return { atEndChanged, isAway, missed };
}

/** The message that was jumped to, as a place in the list; it is read out, and forgotten after a while. */
export function useFocus(
  conversation: Conversation,
  { focus, messages }: ConversationState,
  rows: readonly Row[],
  person: ReturnType<typeof usePeople>,
): ListFocus | null {
  const { t } = useTranslation('messenger');
  const focused = focus && messages.find(({ seq }) => seq === focus.seq);
  const key = rows.find((row) => row.kind === 'message' && row.message === focused)?.key ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once, whatever else changes
  useEffect(() => {
    if (!focus) return;
    if (focused) {
      const author = person(focused.userId).name;
      announce(t('message.announced', { author, text: plainText(focused.text) }));
    }
    const timer = setTimeout(() => conversation.clearFocus(), FOCUS_MS);
    return () => clearTimeout(timer);
  }, [focus, conversation]);

  return useMemo(() => focus && (focus.seq === 'end' || key !== null ? { key } : null), [focus, key]);
}
