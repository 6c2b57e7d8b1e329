import { useEffect } from 'react';
import { fromMarkup, join, toMarkup } from '../../model/compose';
import { NEEDS_CONFIRMATION } from '../../model/pending-message';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

/** Brings the first message of a channel that needs a confirmation into the composer, one after the other. */
export function useWaitingMessage(channelId: string): void {
  const { hub } = useChat();
  const mode = useStore(hub.composerModes, (modes) => modes.get(channelId));
  const waiting = useStore(hub.outbox, (pending) =>
    pending.find((message) => message.channelId === channelId && message.failure === NEEDS_CONFIRMATION),
  );
  useEffect(() => {
    if (mode === undefined && waiting) hub.composerModes.confirm(channelId, waiting);
    if (mode?.kind !== 'confirm') return;
    if (hub.outbox.find(mode.tempId)?.failure === NEEDS_CONFIRMATION) return;
    // Another tab sent or dropped it. What was typed here becomes a draft.
    const typed = toMarkup(mode.composition);
    if (typed !== mode.original)
      hub.drafts.save(channelId, join(hub.drafts.get(channelId), fromMarkup(typed)));
    hub.composerModes.end(channelId);
  }, [hub, channelId, mode, waiting]);
}
