import { createContext, useContext } from 'react';
import type { ChatMessage } from '../../model/message';

/** Actions on the messages of a list. The object keeps its identity while messages and receipts arrive. */
export interface MessageActions {
  selfId: string;
  /** Whether the channel accepts reactions. */
  canReact: boolean;
  /** Whether the person may reply and edit. */
  canReply: boolean;
  /** Whether the person may pin messages for all. */
  canPin: boolean;
  nameOf: (userId: string) => string;
  reply: (message: ChatMessage) => void;
  edit: (message: ChatMessage) => void;
  /** Asks for confirmation and deletes an own message for all members. */
  remove: (message: ChatMessage) => void;
  /** Counts this and all later messages as unread. */
  markUnread: (message: ChatMessage) => void;
  react: (message: ChatMessage, emoji: string, isAdded: boolean) => void;
  report: (message: ChatMessage) => void;
  retryAnswer: (message: ChatMessage) => void;
  jumpTo: (messageId: string) => void;
}

export const MessageActionsContext = createContext<MessageActions | null>(null);

export function useMessageActionsContext(): MessageActions {
  const actions = useContext(MessageActionsContext);
  if (!actions) throw new Error('useMessageActionsContext needs a MessageActionsContext around it.');
  return actions;
}
