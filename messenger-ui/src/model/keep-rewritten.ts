import type { ChatClient } from './chat-client';
import { join, toMarkup } from './compose';

/** Keeps the new text of a message that waits for a confirmation as a draft, before the composer gets another mode. */
export function keepRewritten(hub: Pick<ChatClient, 'composerModes' | 'drafts'>, channelId: string): void {
  const mode = hub.composerModes.get(channelId);
  if (mode?.kind !== 'confirm' || toMarkup(mode.composition) === mode.original) return;
  hub.drafts.save(channelId, join(hub.drafts.get(channelId), mode.composition));
}
