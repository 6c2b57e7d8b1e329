import { useSyncExternalStore } from 'react';
import type { CallRoom } from '../../model/call/call-room';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

const subscribeToNothing = () => () => {};

/** Returns the call that the person is in or joining; null without one and after its end. */
export function useCurrentCall(): CallRoom | null {
  const { callManager } = useChat();
  const session = useStore(callManager, (state) => state.session);
  return useSyncExternalStore(session?.subscribe ?? subscribeToNothing, () => {
    const state = session?.getSnapshot();
    return state && state.phase !== 'ended' && state.phase !== 'failed' ? state.room : null;
  });
}
