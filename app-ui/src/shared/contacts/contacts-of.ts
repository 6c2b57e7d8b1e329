import type { Channel, ChannelMember } from 'messenger-ui/channels';

/** Returns the active members of pairs and groups, pairs first, without duplicates, the person and the assistant. */
export function contactsOf(channels: readonly Channel[], myId: string): ChannelMember[] {
  const people = new Map<string, ChannelMember>();
  for (const kind of ['direct', 'group'] as const) {
    for (const channel of channels) {
      if (channel.kind !== kind) continue;
      for (const member of channel.channelMembers) {
        if (member.isActive && member.userId !== myId && !people.has(member.userId))
          people.set(member.userId, member);
      }
    }
  }
  return [...people.values()];
}
