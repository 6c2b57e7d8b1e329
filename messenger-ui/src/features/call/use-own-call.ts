import { useSyncExternalStore } from 'react';
import type { CallRoom } from '../../model/call/room';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

const neverChanges = () => () => {};

/** The call that one is in, or on the way into; null without one, and after its end. */
export function useOwnCall(): CallRoom | null {
  const { desk } = useChat();
  const session = useStore(desk, (state) => state.session);
  return useSyncExternalStore(session?.subscribe ?? neverChanges, () => {
    const state = session?.getSnapshot();
    return state && state.phase !== 'ended' && state.phase !== 'failed' ? state.room : null;
  });
}
