import type { ChatMessage } from '../../model/message';
import type { PendingMessage } from '../../model/outbox';

/** Where a message stands among those its author wrote in one go. */
export interface Grouping {
  isFirst: boolean;
  isLast: boolean;
}

export type Row =
  | { kind: 'beginning'; key: string }
  | { kind: 'day'; key: string; at: number }
  | { kind: 'unread'; key: string }
  | { kind: 'answering'; key: string; text: string }
  | ({ kind: 'message'; key: string; message: ChatMessage } & Grouping)
  | ({ kind: 'pending'; key: string; pending: PendingMessage } & Grouping);

interface RowSource {
  messages: readonly ChatMessage[];
  pending: readonly PendingMessage[];
  reachedBeginning: boolean;
  unreadAfterSeq: number | null;
  selfId: string;
}

const IN_ONE_GO_MS = 5 * 60_000;

/**
 * The rows of a conversation, top to bottom. While older messages exist the oldest known one is not shown: whether it
 * begins a day or a group depends on the one before it, and a row must not change its height when that one comes.
 */
export function buildRows({ messages, pending, reachedBeginning, unreadAfterSeq, selfId }: RowSource): Row[] {
  const rows: Row[] = reachedBeginning ? [{ kind: 'beginning', key: 'beginning' }] : [];
  let lineDrawn = unreadAfterSeq === null;
  let before: { authorId: string; at: number } | null = null;

  const place = (key: string, authorId: string, at: number, isUnread = false): Grouping => {
    if (before === null || dayOf(before.at) !== dayOf(at)) rows.push({ kind: 'day', key: `day-${key}`, at });
    if (isUnread && !lineDrawn) {
      lineDrawn = true;
      rows.push({ kind: 'unread', key: 'unread' });
    }
    const previous = rows.at(-1);
    // No row at all: the one before is the oldest known message, which is not shown but goes on here all the same.
    const followsMessage =
      previous === undefined || previous.kind === 'message' || previous.kind === 'pending';
    const continues = followsMessage && before?.authorId === authorId && at - before.at < IN_ONE_GO_MS;
    if (continues && previous && 'isLast' in previous) previous.isLast = false;
    before = { authorId, at };
    return { isFirst: !continues, isLast: true };
  };

  messages.forEach((message, index) => {
    if (index === 0 && !reachedBeginning) {
      before = { authorId: message.userId, at: message.createdOn };
      lineDrawn ||= message.seq > (unreadAfterSeq ?? 0);
      return;
    }
    const isUnread = message.seq > (unreadAfterSeq ?? 0) && message.userId !== selfId;
    // The key a message had while it was waiting, so that its row stays the same one.
    const key = message.tempId ?? message.msgId;
    rows.push({ kind: 'message', key, message, ...place(key, message.userId, message.createdOn, isUnread) });
  });
  for (const entry of pending) {
    // A clock that is behind must not put what was just written into another day.
    const at = Math.max(entry.createdOn, messages.at(-1)?.createdOn ?? 0);
    rows.push({ kind: 'pending', key: entry.tempId, pending: entry, ...place(entry.tempId, selfId, at) });
  }
  return rows;
}

function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}
