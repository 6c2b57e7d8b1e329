import type { ClientCommand } from '../client/frames.gen';
import type { AttachedLink } from './link-preview';
import type { ChatMessage, Quote } from './message';
import type { Outbox } from './outbox';
import type { PendingAttachment, PendingMessage } from './pending-message';
import type { TimelineState } from './timeline';

export interface ChannelState extends TimelineState {
  phase: 'loading' | 'ready' | 'error';
  pending: readonly PendingMessage[];
  /** False while newer messages exist that have not arrived. */
  isLatest: boolean;
  /** The read position when the channel was opened; null when nothing was unread. */
  unreadAfterSeq: number | null;
}

/** Optional parts of a message. */
export interface MessageExtras {
  link?: AttachedLink | null;
  attachment?: PendingAttachment | null;
  quote?: Quote | null;
}

export interface ChannelStoreOptions {
  channelId: string;
  selfId: string;
  outbox: Outbox;
  send(command: ClientCommand): boolean;
  /** Reports the unread count of the channel and the new message that mentions may tag. */
  onUnread(count: number, taggedBy: ChatMessage | null): void;
  /** The person sent a message. */
  onSend?(): void;
  now(): number;
  newTempId(): string;
}

/** The state before any data has arrived. */
export const EMPTY_CHANNEL_STATE: ChannelState = {
  phase: 'loading',
  messages: [],
  newestMessages: [],
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
