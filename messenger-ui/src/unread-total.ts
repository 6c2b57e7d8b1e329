import { useSyncExternalStore } from 'react';
import { ExternalStore } from './external-store';
import { NOTHING_UNREAD, type Unread, type UnreadState } from './model/unread';

export type UnreadTotal = Unread;

const NOTHING: UnreadState = { byChannel: new Map(), total: NOTHING_UNREAD };

/** What the hub knows to be unread, apart from the messenger: a badge elsewhere costs no more than this file. */
class UnreadMirror extends ExternalStore<UnreadState> {
  publish(unread: UnreadState): void {
    const { total } = this.getSnapshot();
    const isSame = total.count === unread.total.count && total.isTagged === unread.total.isTagged;
    this.set({ byChannel: unread.byChannel, total: isSame ? total : unread.total });
  }

  clear(): void {
    this.set(NOTHING);
  }
}

export const unreadMirror = new UnreadMirror(NOTHING);

/** What the person has not read, over all channels. Nothing until a messenger was mounted. */
export function useUnreadTotal(): UnreadTotal {
  return useSyncExternalStore(unreadMirror.subscribe, () => unreadMirror.getSnapshot().total);
}

export function useChannelUnread(channelId: string): Unread {
  return useSyncExternalStore(
    unreadMirror.subscribe,
    () => unreadMirror.getSnapshot().byChannel.get(channelId) ?? NOTHING_UNREAD,
  );
}
