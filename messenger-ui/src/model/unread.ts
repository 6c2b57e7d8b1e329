import type { UnreadEntry } from '../client/protocol';
import { ExternalStore } from '../external-store';

export interface Unread {
  count: number;
  isTagged: boolean;
}

export interface UnreadState {
  byChannel: ReadonlyMap<string, Unread>;
  total: Unread;
}

export const NOTHING_UNREAD: Unread = { count: 0, isTagged: false };

/** Unread counters per channel; the server pushes only those that changed. */
export class UnreadStore extends ExternalStore<UnreadState> {
  /** Channels that the person can see: what lies in others must not show as a badge that nothing explains. */
  private visible: ReadonlySet<string> = new Set();
  private muted: ReadonlySet<string> = new Set();

  constructor() {
    super({ byChannel: new Map(), total: NOTHING_UNREAD });
  }

  /** Returns the channels with more to read than before, which the first news of all cannot say. */
  merge(entries: Record<string, UnreadEntry>): string[] {
    const next = new Map(this.getSnapshot().byChannel);
    const isFirst = next.size === 0;
    const grown: string[] = [];
    for (const [channel, { count, data }] of Object.entries(entries)) {
      if (!isFirst && count > (next.get(channel)?.count ?? 0)) grown.push(channel);
      next.set(channel, { count, isTagged: count > 0 && data.is_tagged });
    }
    this.publish(next);
    return grown;
  }

  update(channel: string, count: number, taggedNow: boolean): void {
    const before = this.getSnapshot().byChannel.get(channel) ?? NOTHING_UNREAD;
    const isTagged = count > 0 && (taggedNow || before.isTagged);
    if (before.count === count && before.isTagged === isTagged) return;
    this.publish(new Map(this.getSnapshot().byChannel).set(channel, { count, isTagged }));
  }

  /** Of a muted channel only mentions count in the total. */
  showOnly(channels: Iterable<string>, muted: Iterable<string> = []): void {
    this.visible = new Set(channels);
    this.muted = new Set(muted);
    this.publish(this.getSnapshot().byChannel);
  }

  private publish(byChannel: ReadonlyMap<string, Unread>): void {
    const total = { ...NOTHING_UNREAD };
    for (const [channel, { count, isTagged }] of byChannel) {
      if (!this.visible.has(channel)) continue;
      total.count += this.muted.has(channel) ? Number(isTagged) : count;
      total.isTagged ||= isTagged;
    }
    this.set({ byChannel, total });
  }
}
