import type { ClientCommand } from '../client/protocol';
import type { AttachedLink } from './link-preview';
import type { ChatMessage, Quote } from './message';
import type { Outbox, PendingAttachment, PendingMessage } from './outbox';
import type { TimelineState } from './timeline';

export interface ConversationState extends TimelineState {
  phase: 'loading' | 'ready' | 'error';
  pending: readonly PendingMessage[];
  /** False while newer messages exist that have not come yet. */
  isLatest: boolean;
  /** The last message that was read when the channel was opened; null when nothing was unread. */
  unreadAfterSeq: number | null;
}

/** What goes with the text of a message. */
export interface Extras {
  link?: AttachedLink | null;
  attachment?: PendingAttachment | null;
  quote?: Quote | null;
}

export interface ConversationOptions {
  channelId: string;
  selfId: string;
  outbox: Outbox;
  send(command: ClientCommand): boolean;
  /** How much of this channel the person has not read, as far as this window knows. */
  onUnread(count: number, taggedBy: ChatMessage | null): void;
  now(): number;
  newTempId(): string;
}

/** Nothing is known yet. */
export const EMPTY: ConversationState = {
  phase: 'loading',
  messages: [],
  newestPart: [],
  isDetached: false,
  pending: [],
  older: 'idle',
  newer: 'idle',
  jump: 'idle',
  focus: null,
  reachedBeginning: false,
  isLatest: false,
  unreadAfterSeq: null,
};
