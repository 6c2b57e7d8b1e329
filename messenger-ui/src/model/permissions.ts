import type { Channel } from './channels';
import { inviteOf } from './invite';
import type { ChatMessage } from './message';

/** How long a message can be edited; the server's clock decides. */
const EDIT_MS = 5 * 60_000;
/** How long a message can be deleted. */
const DELETE_MS = 5 * 60_000;

const isOpen = ({ membership, blackout, isBlocked }: Channel): boolean =>
  membership === 'active' && !isBlocked && !(blackout.active && blackout.refusesSending);

/** Whether a channel accepts reactions; the assistant's does not. */
export const canReact = (channel: Channel): boolean => isOpen(channel) && channel.kind !== 'assistant';

/** Whether a channel accepts replies and edits; announcements do so only from staff. */
export const canReply = (channel: Channel): boolean => canReact(channel) && !channel.isReadOnly;

/** Whether the person may pin messages in a channel; in announcements only staff may. */
export const canPin = ({ membership, isReadOnly }: Channel): boolean =>
  membership === 'active' && !isReadOnly;

/** Whether the text was written by a person; the text of an invitation is data. */
export const isWritten = ({ text }: ChatMessage): boolean => text !== '' && inviteOf(text) === null;

/** Whether a message can be edited in a channel that accepts changes. */
export const isEditable = (message: ChatMessage, selfId: string, now: number): boolean =>
  message.userId === selfId && isWritten(message) && now - message.createdOn < EDIT_MS;

/**
 * Whether a message can be deleted in a channel that accepts changes. A file without a text stays, as the composer warns;
 * a GIF is no file of the person.
 */
export const isDeletable = (message: ChatMessage, selfId: string, now: number): boolean =>
  message.userId === selfId &&
  message.deletedOn === null &&
  inviteOf(message.text) === null &&
  (message.text.trim() !== '' || message.attachments.every(({ type }) => type === 'gif')) &&
  now - message.createdOn < DELETE_MS;

/** Returns the newest own message that can be edited. */
export const lastEditable = (
  channel: Channel,
  messages: readonly ChatMessage[],
  selfId: string,
  now: number,
): ChatMessage | undefined =>
  canReply(channel) ? messages.findLast((message) => isEditable(message, selfId, now)) : undefined;
