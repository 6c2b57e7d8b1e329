import { useEffect, useRef } from 'react';
import { keepRewritten } from '../../model/keep-rewritten';
import { NEEDS_CONFIRMATION } from '../../model/pending-message';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

/**
 * Brings the first message of a channel that needs a confirmation into the composer, one after the other. Where the person writes
 * something else already, it stays in the list: a field that changes under the hands would mix two messages.
 */
export function useWaitingMessage(channelId: string): void {
  const { hub } = useChat();
  const mode = useStore(hub.composerModes, (modes) => modes.get(channelId));
  const waiting = useStore(hub.outbox, (pending) =>
    pending.find((message) => message.channelId === channelId && message.failure === NEEDS_CONFIRMATION),
  );
  /** Messages that stay in the list until the person opens them. */
  const left = useRef(new Set<string>());
  useEffect(() => {
    if (mode?.kind === 'confirm') {
      left.current.delete(mode.tempId);
      if (hub.outbox.find(mode.tempId)?.failure === NEEDS_CONFIRMATION) return;
      // Another tab sent or dropped it.
      keepRewritten(hub, channelId);
      hub.composerModes.end(channelId);
    } else if (waiting && !left.current.has(waiting.tempId)) {
      const isWriting = mode !== undefined || (hub.drafts.get(channelId)?.text ?? '') !== '';
      if (isWriting) left.current.add(waiting.tempId);
      else hub.composerModes.confirm(channelId, waiting);
    }
  }, [hub, channelId, mode, waiting]);
}
