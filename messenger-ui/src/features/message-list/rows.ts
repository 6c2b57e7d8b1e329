import type { Grouping } from '../../components/bubble';
import type { ChatMessage } from '../../model/message';
import type { PendingMessage } from '../../model/pending-message';

export type Row =
  | { kind: 'start'; key: string }
  | { kind: 'day'; key: string; at: number }
  | { kind: 'unread'; key: string }
  | { kind: 'helplines'; key: string }
  | { kind: 'streamingAnswer'; key: string; text: string }
  | ({ kind: 'message'; key: string; message: ChatMessage } & Grouping)
  | ({ kind: 'pending'; key: string; pending: PendingMessage } & Grouping);

interface RowSource {
  messages: readonly ChatMessage[];
  pending: readonly PendingMessage[];
  reachedBeginning: boolean;
  unreadAfterSeq: number | null;
  selfId: string;
}

const GROUP_WINDOW_MS = 5 * 60_000;

/**
 * Builds the rows of a channel, top to bottom. While older messages exist, the oldest known message is not shown:
 * whether it starts a day or a group depends on its predecessor, and a row must not change its height later.
 */
export function buildRows({ messages, pending, reachedBeginning, unreadAfterSeq, selfId }: RowSource): Row[] {
  const rows: Row[] = reachedBeginning ? [{ kind: 'start', key: 'start' }] : [];
  let hasSeparator = unreadAfterSeq === null;
  let lastMessage: { authorId: string; at: number } | null = null;

  const groupingOf = (key: string, authorId: string, at: number, isUnread = false): Grouping => {
    if (lastMessage === null || dayOf(lastMessage.at) !== dayOf(at))
      rows.push({ kind: 'day', key: `day-${key}`, at });
    if (isUnread && !hasSeparator) {
      hasSeparator = true;
      rows.push({ kind: 'unread', key: 'unread' });
    }
    const previous = rows.at(-1);
    // Without a previous row, the predecessor is the hidden oldest message, whose group continues here.
    const followsMessage =
      previous === undefined || previous.kind === 'message' || previous.kind === 'pending';
    const continues =
      followsMessage && lastMessage?.authorId === authorId && at - lastMessage.at < GROUP_WINDOW_MS;
    if (continues && previous && 'isLast' in previous) previous.isLast = false;
    lastMessage = { authorId, at };
    return { isFirst: !continues, isLast: true };
  };

  messages.forEach((message, index) => {
    if (index === 0 && !reachedBeginning) {
      lastMessage = { authorId: message.userId, at: message.createdOn };
      hasSeparator ||= message.seq > (unreadAfterSeq ?? 0);
      return;
    }
    const isUnread = message.seq > (unreadAfterSeq ?? 0) && message.userId !== selfId;
    // The key of the pending message, so that the confirmed one keeps its row.
    const key = message.tempId ?? message.msgId;
    rows.push({
      kind: 'message',
      key,
      message,
      ...groupingOf(key, message.userId, message.createdOn, isUnread),
    });
  });
  for (const entry of pending) {
    // A slow clock must not move a new message into the previous day.
    const at = Math.max(entry.createdOn, messages.at(-1)?.createdOn ?? 0);
    rows.push({
      kind: 'pending',
      key: entry.tempId,
      pending: entry,
      ...groupingOf(entry.tempId, selfId, at),
    });
  }
  return rows;
}

/** Inserts the helplines below a message. */
export function withHelplines(rows: readonly Row[], msgId: string | undefined): readonly Row[] {
  const index = rows.findIndex((row) => row.kind === 'message' && row.message.msgId === msgId);
  if (index < 0) return rows;
  return [...rows.slice(0, index + 1), { kind: 'helplines', key: 'helplines' }, ...rows.slice(index + 1)];
}

function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}
