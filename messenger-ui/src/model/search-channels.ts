import type { Channel } from './channels';
import { fold, wordsOf } from './fold';

/**
 * The conversations with all words in their name or in the name of somebody in them. One that only its pair manager is
 * left in is not found by them.
 */
export function searchChannels(channels: readonly Channel[], query: string, selfId: string): Channel[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return channels.filter((channel) => {
    const others = channel.channelMembers.filter(({ userId }) => userId !== selfId);
    const isManaged = channel.channelMembers.some(
      ({ userId, isPairManager }) => userId === selfId && isPairManager,
    );
    if (isManaged && others.every(({ isActive }) => !isActive)) return false;
    const names = fold([channel.channelName, ...others.map(({ userFullName }) => userFullName)].join('\n'));
    return words.every((word) => names.includes(word));
  });
}
