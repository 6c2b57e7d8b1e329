import type { Schemas } from 'ui-kit';

export type Channel = Schemas['Channel'];
export type ChannelMember = Schemas['ChannelMember'];
export type LastMessage = Schemas['LastMessage'];
export type Blackout = Channel['blackout'];

const NO_BLACKOUT: Blackout = { active: false, until: null, refusesSending: false };

/** Whether the channel is listed: only channels that accept messages are. An open one that does not says why. */
export const isListed = (channel: Channel): boolean => channel.membership === 'active';

/** Returns the list with the channel of a new message first. */
export function withLastMessage(
  channels: readonly Channel[],
  channelId: string,
  lastMessage: LastMessage,
): readonly Channel[] {
  const channel = channels.find((candidate) => candidate.channelId === channelId);
  if (!channel || (channel.lastMessage && channel.lastMessage.seq >= lastMessage.seq)) return channels;
  return [{ ...channel, lastMessage }, ...channels.filter((other) => other !== channel)];
}

/** Returns the list with the new blackout of a programme. */
export const withBlackout = (
  channels: readonly Channel[],
  programId: string,
  blackout: Blackout,
): readonly Channel[] =>
  channels.map((channel) => (channel.programId === programId ? { ...channel, blackout } : channel));

const endOf = ({ blackout }: Channel): number =>
  blackout.active && blackout.until !== null ? Date.parse(blackout.until) : Number.POSITIVE_INFINITY;

/** When the next blackout of the channels ends; infinite if none is known to end. */
export const nextBlackoutEnd = (channels: readonly Channel[]): number => Math.min(...channels.map(endOf));

/** Returns the list without the blackouts that have ended. */
export const withoutEndedBlackouts = (channels: readonly Channel[], now: number): readonly Channel[] =>
  channels.map((channel) => (endOf(channel) <= now ? { ...channel, blackout: NO_BLACKOUT } : channel));

/** Returns the list with the changed or deleted text if it was the last message. */
export function withChangedMessage(
  channels: readonly Channel[],
  channelId: string,
  msgId: string,
  { text, isDeleted }: Pick<LastMessage, 'text' | 'isDeleted'>,
): readonly Channel[] {
  return channels.map((channel) =>
    channel.channelId === channelId && channel.lastMessage?.msgId === msgId
      ? { ...channel, lastMessage: { ...channel.lastMessage, text, isDeleted } }
      : channel,
  );
}

export const memberOf = (channel: Channel, userId: string): ChannelMember | undefined =>
  channel.channelMembers.find((member) => member.userId === userId);

/** The other member of a direct channel. */
export const counterpart = (channel: Channel, selfId: string): ChannelMember | undefined =>
  channel.kind === 'direct' ? channel.channelMembers.find((member) => member.userId !== selfId) : undefined;

/** Whether the channel accepts files; the assistant reads none. */
export const canAttach = ({ membership, kind, blackout, isReadOnly }: Channel): boolean =>
  membership === 'active' &&
  kind !== 'assistant' &&
  !isReadOnly &&
  !(blackout.active && blackout.refusesSending);

/** Returns the assistant's channel with the localised name of the assistant. */
export function withAssistantName(channel: Channel, channelName: string): Channel {
  if (channel.kind !== 'assistant') return channel;
  const [self, ...others] = channel.channelMembers;
  const channelMembers = self
    ? [self, ...others.map((member) => ({ ...member, userFullName: channelName }))]
    : [];
  return { ...channel, channelName, channelMembers };
}
