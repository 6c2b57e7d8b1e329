import type { Channel } from './channels';
import { fold, wordsOf } from './fold';

/** Returns the channels that a search shows: not those that a pair manager supervises and in which only they are active. */
export function searchableChannels(channels: readonly Channel[], selfId: string): Channel[] {
  return channels.filter(({ channelMembers }) => {
    const isManaged = channelMembers.some(({ userId, isPairManager }) => userId === selfId && isPairManager);
    return !(isManaged && channelMembers.every(({ userId, isActive }) => userId === selfId || !isActive));
  });
}

/** Returns searchable channels with all words in their name or another member's name. */
export function searchChannels(channels: readonly Channel[], query: string, selfId: string): Channel[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return searchableChannels(channels, selfId).filter(({ channelName, channelMembers }) => {
    const others = channelMembers.filter(({ userId }) => userId !== selfId);
    const names = fold([channelName, ...others.map(({ userFullName }) => userFullName)].join('\n'));
    return words.every((word) => names.includes(word));
  });
}
