import { useMemo } from 'react';
import type { ChannelStore } from '../../model/channel-store';
import { fromMarkup, join } from '../../model/compose';
import { keepRewritten } from '../../model/keep-rewritten';
import type { LinkFinder } from '../../model/link-preview';
import { NEEDS_CONFIRMATION, type PendingAttachment } from '../../model/pending-message';
import { useChat } from '../../shell/chat-context';

/** Sends, edits and withdraws messages of a channel. The returned object keeps its identity. */
export function useMessageSending(
  channelStore: ChannelStore,
  isAssistant: boolean,
  linkFinder: LinkFinder,
  onWrite: () => void,
) {
  const { hub } = useChat();
  return useMemo(() => {
    const { channelId } = channelStore;
    const draft = (markup: string) => {
      hub.drafts.save(channelId, join(hub.drafts.get(channelId), fromMarkup(markup)));
      onWrite();
    };
    return {
      draft,
      send: (markup: string, [attachment, ...more]: readonly PendingAttachment[]) => {
        const mode = hub.composerModes.get(channelId);
        const quote = mode?.kind === 'reply' ? mode.quote : null;
        // The assistant accepts text only.
        const link = isAssistant ? null : linkFinder.takeLink(markup);
        channelStore.send(markup, { attachment: attachment ?? null, link, quote });
        // A message has one file; the text belongs to the first.
        for (const another of more) channelStore.send('', { attachment: another });
        hub.composerModes.end(channelId);
      },
      saveEdit: (msgId: string, markup: string, isConfirmed = false) => {
        hub.composerModes.saving(channelId);
        if (!channelStore.edit(msgId, markup, isConfirmed))
          hub.composerModes.failed(channelId, 'unavailable');
      },
      /** What becomes of a message about which the person was asked. */
      waiting: {
        confirm: (tempId: string) => {
          channelStore.confirm(tempId);
          hub.composerModes.end(channelId);
        },
        rewrite: (tempId: string, markup: string) => {
          channelStore.rewrite(tempId, markup);
          hub.composerModes.end(channelId);
        },
        discard: (tempId: string) => {
          channelStore.discard(tempId);
          hub.composerModes.end(channelId);
        },
      },
      pendingActions: {
        retry: (tempId: string) => channelStore.resend(tempId),
        discard: (tempId: string) => channelStore.discard(tempId),
        edit: (tempId: string) => {
          const waiting = hub.outbox.find(tempId);
          if (waiting?.failure === NEEDS_CONFIRMATION) {
            keepRewritten(hub, channelId);
            hub.composerModes.confirm(channelId, waiting);
            onWrite();
            return;
          }
          const taken = channelStore.takeBack(tempId);
          if (!taken) return;
          if (taken.quote) hub.composerModes.replyTo(channelId, taken.quote);
          draft(taken.text);
        },
      },
    };
  }, [hub, channelStore, isAssistant, linkFinder, onWrite]);
}
