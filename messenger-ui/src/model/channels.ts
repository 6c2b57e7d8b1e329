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

const blackoutEnd = ({ blackout }: Channel): number =>
  blackout.active && blackout.until !== null ? Date.parse(blackout.until) : Number.POSITIVE_INFINITY;

const absenceEnd = ({ staffBackAt }: Channel): number =>
  staffBackAt !== null ? Date.parse(staffBackAt) : Number.POSITIVE_INFINITY;

/** When the next blackout or absence of the team ends; infinite if none is known to end. */
export const nextEnd = (channels: readonly Channel[]): number =>
  Math.min(...channels.flatMap((channel) => [blackoutEnd(channel), absenceEnd(channel)]));

/** Returns the list without the blackouts and absences of the team that have ended. */
export const withoutEnded = (channels: readonly Channel[], now: number): readonly Channel[] =>
  channels.map((channel) => {
    const isQuietOver = blackoutEnd(channel) <= now;
    const isTeamBack = absenceEnd(channel) <= now;
    if (!isQuietOver && !isTeamBack) return channel;
    return {
      ...channel,
      blackout: isQuietOver ? NO_BLACKOUT : channel.blackout,
      staffBackAt: isTeamBack ? null : channel.staffBackAt,
    };
  });

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

type BotKind = 'assistant' | 'team';

/** Whether the other member is a bot: the assistant, or staff who answer as one. Bots cannot be mentioned, reported as a person, or blocked. */
export const isWithBot = <C extends Pick<Channel, 'kind'>>(channel: C): channel is C & { kind: BotKind } =>
  channel.kind === 'assistant' || channel.kind === 'team';

/** The names of channels with bots and of their bots, in the language of the page. */
export type BotNames = Record<BotKind, { channel: string; bot: string }>;

/** Returns a channel with the localised names of its bot. */
export function withBotName(channel: Channel, names: BotNames): Channel {
  if (!isWithBot(channel)) return channel;
  const { channel: channelName, bot } = names[channel.kind];
  const [self, ...others] = channel.channelMembers;
  const channelMembers = self ? [self, ...others.map((member) => ({ ...member, userFullName: bot }))] : [];
  return { ...channel, channelName, channelMembers };
}
