import { useLayoutEffect } from 'react';
import type { ChannelStore } from '../../model/channel-store';
import type { JumpTarget } from '../../model/timeline';

/** Completed jumps: a remounted view does not repeat them. */
const done = new WeakSet<JumpTarget>();

/** Jumps to the message that the channel was opened at, once per request. */
export function useJump(channelStore: ChannelStore, jump: JumpTarget | null): void {
  useLayoutEffect(() => {
    if (!jump || done.has(jump)) return;
    done.add(jump);
    channelStore.jumpTo(jump);
  }, [channelStore, jump]);
}
