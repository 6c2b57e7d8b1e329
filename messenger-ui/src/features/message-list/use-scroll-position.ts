import { useCallback, useEffect, useMemo, useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import type { GetPerson } from '../../hooks/use-people';
import type { ChannelState, ChannelStore } from '../../model/channel-store';
import { plainText } from '../../model/plain-text';
import type { ListFocus } from './list-contract';
import type { Row } from './rows';
import { useReadingLock } from './use-reading-lock';
import { useReportSeen } from './use-report-seen';

/** How long the target of a jump stays highlighted. */
const HIGHLIGHT_DURATION_MS = 5_000;

interface ScrollPosition {
  handleAtEndChange: (isAtEnd: boolean) => void;
  /** The newest message is not visible. */
  isAway: boolean;
  /** Messages of others that arrived meanwhile. */
  missed: number;
}

/** Tracks whether the newest message is visible and reports read messages. */
export function useScrollPosition(
  channelStore: ChannelStore,
  state: ChannelState,
  selfId: string,
): ScrollPosition {
  const { newestMessages, isDetached } = state;
  const reportSeen = useReportSeen(channelStore);
  useReadingLock(channelStore.channelId);
  const [isAtEnd, setIsAtEnd] = useState(true);
  /** While the newest message is not visible: the newest sequence number when that began. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const isAway = !isAtEnd || isDetached;
  if (isAway !== (leftAt !== null)) setLeftAt(isAway ? (newestMessages.at(-1)?.seq ?? 0) : null);

  const handleAtEndChange = useCallback(
    (reached: boolean) => {
      setIsAtEnd(reached);
      reportSeen(reached && !channelStore.getSnapshot().isDetached);
    },
    [reportSeen, channelStore],
  );
  useEffect(() => {
    if (isDetached) reportSeen(false);
  }, [isDetached, reportSeen]);

  const missed =
    leftAt === null
      ? 0
      : newestMessages.filter(({ seq, userId }) => seq > leftAt && userId !== selfId).length;
  return { handleAtEndChange, isAway, missed };
}

/** Returns the target of a jump as a scroll request, announces it and clears it after a delay. */
export function useFocus(
  channelStore: ChannelStore,
  { focus, messages }: ChannelState,
  rows: readonly Row[],
  getPerson: GetPerson,
): ListFocus | null {
  const { t } = useTranslation('messenger');
  const focused = focus && messages.find(({ seq }) => seq === focus.seq);
  const key = rows.find((row) => row.kind === 'message' && row.message === focused)?.key ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per request
  useEffect(() => {
    if (!focus) return;
    if (focused) {
      const author = getPerson(focused.userId).name;
      announce(t('message.announced', { author, text: plainText(focused.text) }));
    }
    const timer = setTimeout(() => channelStore.clearFocus(), HIGHLIGHT_DURATION_MS);
    return () => clearTimeout(timer);
  }, [focus, channelStore]);

  return useMemo(() => focus && (focus.seq === 'end' || key !== null ? { key } : null), [focus, key]);
}
