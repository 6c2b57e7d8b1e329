import { useSyncExternalStore } from 'react';
import { ExternalStore } from './external-store';
import { NOTHING_UNREAD, type Unread, type UnreadState } from './model/unread';

export type UnreadTotal = Unread;

const NOTHING: UnreadState = { byChannel: new Map(), total: NOTHING_UNREAD };

/** A copy of the unread counts that other pages can show without loading the hub. */
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

/** Returns the unread total of all channels; nothing until a messenger was mounted. */
export function useUnreadTotal(): UnreadTotal {
  return useSyncExternalStore(unreadMirror.subscribe, () => unreadMirror.getSnapshot().total);
}

/** Returns the unread counts of all channels; nothing until a messenger was mounted. */
export const useUnreadByChannel = (): UnreadState['byChannel'] =>
  useSyncExternalStore(unreadMirror.subscribe, () => unreadMirror.getSnapshot().byChannel);

export function useChannelUnread(channelId: string): Unread {
  return useSyncExternalStore(
    unreadMirror.subscribe,
    () => unreadMirror.getSnapshot().byChannel.get(channelId) ?? NOTHING_UNREAD,
  );
}
