import { ExternalStore } from '../external-store';
import type { Channel } from './channels';
import type { ChatMessage } from './message';

export interface ReadPosition {
  seq: number;
  at: string | null;
}

type Positions = ReadonlyMap<string, ReadonlyMap<string, ReadPosition>>;

/** Read positions per channel and member. They only move forward, in whatever order updates arrive. */
export class ReceiptStore extends ExternalStore<Positions> {
  constructor() {
    super(new Map());
  }

  seed(channels: readonly Channel[]): void {
    const next = new Map(this.getSnapshot());
    for (const { channelId, channelMembers } of channels) {
      let positions = next.get(channelId) ?? new Map<string, ReadPosition>();
      for (const { userId, lastViewedSeq, lastViewedTimestamp } of channelMembers) {
        positions = advance(positions, userId, { seq: lastViewedSeq ?? 0, at: lastViewedTimestamp });
      }
      next.set(channelId, positions);
    }
    this.set(next);
  }

  seen(channelId: string, userId: string, position: ReadPosition): void {
    const before = this.getSnapshot().get(channelId) ?? new Map<string, ReadPosition>();
    const positions = advance(before, userId, position);
    if (positions !== before) this.set(new Map(this.getSnapshot()).set(channelId, positions));
  }
}

function advance(
  positions: ReadonlyMap<string, ReadPosition>,
  userId: string,
  position: ReadPosition,
): ReadonlyMap<string, ReadPosition> {
  const before = positions.get(userId);
  if (before && before.seq >= position.seq) return positions;
  return new Map(positions).set(userId, position);
}

/**
 * Returns the readers to show under each message (by `seq`): each reader at the newest message they have seen, unless
 * they wrote it.
 */
export function readersByMessage(
  messages: readonly ChatMessage[],
  positions: ReadonlyMap<string, ReadPosition> | undefined,
  readers: readonly string[],
): Map<number, string[]> {
  const shown = new Map<number, string[]>();
  for (const userId of readers) {
    const seq = positions?.get(userId)?.seq ?? 0;
    const last = messages.findLast((message) => message.seq <= seq);
    if (!last || last.userId === userId) continue;
    shown.set(last.seq, [...(shown.get(last.seq) ?? []), userId]);
  }
  return shown;
}
