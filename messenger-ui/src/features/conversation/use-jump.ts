import { useLayoutEffect } from 'react';
import type { Conversation } from '../../model/conversation';
import type { JumpTarget } from '../../model/timeline';

/** A window that is taken away and comes back does not go there again. */
const done = new WeakSet<JumpTarget>();

/** Goes to the message that the channel was opened at, once for each time that somebody asked. */
export function useJump(conversation: Conversation, jump: JumpTarget | null): void {
  useLayoutEffect(() => {
    if (!jump || done.has(jump)) return;
    done.add(jump);
    conversation.jumpTo(jump);
  }, [conversation, jump]);
}
