import { useRuntimeHolder } from './messenger-provider';

/**
 * Returns a function that puts a text into the composer of a channel, from any page with a `CallHost`. The person sends it. What they
 * have written there stays instead.
 */
export function usePreparedMessage(): (channelId: string, text: string) => void {
  const holder = useRuntimeHolder();
  return (channelId, text) => {
    const drafts = holder.peek()?.hub.drafts;
    if (drafts?.get(channelId).text === '') drafts.save(channelId, { text, mentions: [] });
  };
}
