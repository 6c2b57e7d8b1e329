import { type Channel, isListed } from 'messenger-ui/channels';

/**
 * Whether the members of a conversation cannot write to each other: after a block or a report, or while a fact is missing. False for
 * one that is not known.
 */
export function isStopped(channels: readonly Channel[] | undefined, channelId: string): boolean {
  const channel = channels?.find((one) => one.channelId === channelId);
  return channel !== undefined && (!isListed(channel) || channel.isBlocked);
}
