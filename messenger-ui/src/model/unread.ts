import type { UnreadCount } from '../client/frames.gen';
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

/** Unread counts per channel; the server sends only changed ones. */
export class UnreadStore extends ExternalStore<UnreadState> {
  /** Visible channels: messages elsewhere must not cause a badge that nothing explains. */
  private visible: ReadonlySet<string> = new Set();
  private muted: ReadonlySet<string> = new Set();

  constructor() {
    super({ byChannel: new Map(), total: NOTHING_UNREAD });
  }

  /** Returns the channels with a higher count than before; the first update has no comparison. */
  merge(entries: Record<string, UnreadCount>): string[] {
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

  /** In muted channels only mentions count. */
  setVisible(channels: Iterable<string>, muted: Iterable<string> = []): void {
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
