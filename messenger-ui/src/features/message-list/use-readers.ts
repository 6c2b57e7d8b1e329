import { useMemo } from 'react';
import type { GetPerson, Person } from '../../hooks/use-people';
import { useReusedEntries } from '../../hooks/use-reused-entries';
import type { ChannelState } from '../../model/channel-store';
import type { Channel } from '../../model/channels';
import { readersByMessage } from '../../model/receipts';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

const isSameList = (a: readonly Person[], b: readonly Person[]): boolean =>
  a.length === b.length && a.every((person, index) => person === b[index]);

/** Returns the readers to show for each message, by sequence number. Unchanged lists keep their identity. */
export function useReaders(
  { channelId, channelMembers }: Channel,
  { messages, isDetached }: ChannelState,
  getPerson: GetPerson,
): ReadonlyMap<number, readonly Person[]> {
  const { hub, self } = useChat();
  const selfId = self.id;
  const positions = useStore(hub.receipts, (receipts) => receipts.get(channelId));
  const current = useMemo(() => {
    const newestShown = messages.at(-1)?.seq ?? 0;
    // A detached window omits readers whose position lies after it.
    const isBeyond = (userId: string) => isDetached && (positions?.get(userId)?.seq ?? 0) > newestShown;
    const readers = channelMembers
      .filter(({ isActive, userId }) => isActive && userId !== selfId && !isBeyond(userId))
      .map(({ userId }) => userId);
    const byMessage = readersByMessage(messages, positions, readers);
    return new Map([...byMessage].map(([seq, userIds]) => [seq, userIds.map(getPerson)]));
  }, [messages, isDetached, positions, channelMembers, selfId, getPerson]);
  return useReusedEntries<number, readonly Person[]>(current, isSameList);
}
