import type { Schemas } from 'ui-kit';

export type Channel = Schemas['Channel'];
export type ChannelMember = Schemas['ChannelMember'];
export type LastMessage = Schemas['LastMessage'];

/** The list shows only channels that one may write in; an open window of another one says why it is closed. */
export const isListed = (channel: Channel): boolean => channel.membership === 'active';

/** The list after a message: its channel has the new last line and stands first. */
export function withLastMessage(
  channels: readonly Channel[],
  channelId: string,
  lastMessage: LastMessage,
): readonly Channel[] {
  const channel = channels.find((candidate) => candidate.channelId === channelId);
  if (!channel || (channel.lastMessage && channel.lastMessage.seq >= lastMessage.seq)) return channels;
  return [{ ...channel, lastMessage }, ...channels.filter((other) => other !== channel)];
}

/** The list after a message changed: its last line, if that is it. */
export function withChangedMessage(
  channels: readonly Channel[],
  channelId: string,
  msgId: string,
  text: string,
): readonly Channel[] {
  return channels.map((channel) =>
    channel.channelId === channelId && channel.lastMessage?.msgId === msgId
      ? { ...channel, lastMessage: { ...channel.lastMessage, text } }
      : channel,
  );
}

export const memberOf = (channel: Channel, userId: string): ChannelMember | undefined =>
  channel.channelMembers.find((member) => member.userId === userId);

/** The picture of a direct channel is the other person's. */
export const counterpart = (channel: Channel, selfId: string): ChannelMember | undefined =>
  channel.kind === 'direct' ? channel.channelMembers.find((member) => member.userId !== selfId) : undefined;

/** Whether files can be sent here; the assistant reads none. */
export const canAttach = ({ membership, kind, blackout }: Channel): boolean =>
  membership === 'active' && kind !== 'assistant' && !(blackout.active && blackout.refusesSending);

/** The assistant's channel, with the name of the assistant as the page calls it. */
export function withAssistantName(channel: Channel, channelName: string): Channel {
  if (channel.kind !== 'assistant') return channel;
  const [self, ...others] = channel.channelMembers;
  const channelMembers = self
    ? [self, ...others.map((member) => ({ ...member, userFullName: channelName }))]
    : [];
  return { ...channel, channelName, channelMembers };
}
