import { useLayoutEffect } from 'react';
import type { Conversation, ConversationState } from '../../model/conversation';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

/** A channel that is open for as long as the view that asks for it is there. */
export function useConversation(channelId: string): [Conversation, ConversationState] {
  const { hub } = useChat();
  const conversation = hub.conversation(channelId);
  // Before the first paint: what was kept from the last visit must not flash up with its old unread line.
  useLayoutEffect(() => conversation.open(), [conversation]);
  return [conversation, useStore(conversation, (state) => state)];
}
