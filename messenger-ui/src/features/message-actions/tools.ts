import { createContext, useContext } from 'react';
import type { Channel } from '../../model/channels';
import type { ChatMessage } from '../../model/message';

/** What can be done with a message of the list around it. */
export interface MessageTools {
  channel: Channel;
  selfId: string;
  nameOf: (userId: string) => string;
  reply: (message: ChatMessage) => void;
  edit: (message: ChatMessage) => void;
  react: (message: ChatMessage, emoji: string, on: boolean) => void;
  report: (message: ChatMessage) => void;
  jumpTo: (messageId: string) => void;
}

/** None where messages are only shown. */
export const MessageToolsContext = createContext<MessageTools | null>(null);

export const useMessageTools = (): MessageTools | null => useContext(MessageToolsContext);
