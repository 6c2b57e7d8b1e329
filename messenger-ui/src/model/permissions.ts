import type { Channel } from './channels';
import { inviteOf } from './invite';
import type { ChatMessage } from './message';

/** So long after it was sent a message can be edited; the server's clock decides. */
const EDIT_MS = 5 * 60_000;

const canWrite = ({ membership, blackout, isBlocked }: Channel): boolean =>
  membership === 'active' && !isBlocked && !(blackout.active && blackout.refusesSending);

/** Replies and reactions: a program neither reads quotes nor enjoys applause. */
export const canReact = (channel: Channel): boolean => canWrite(channel) && channel.kind !== 'assistant';

/** Whether somebody wrote its text: an invitation to a call only looks like one to programs. */
export const isWritten = ({ text }: ChatMessage): boolean => text !== '' && inviteOf(text) === null;

export const canEdit = (channel: Channel, message: ChatMessage, selfId: string, now: number): boolean =>
  canWrite(channel) &&
  channel.kind !== 'assistant' &&
  message.userId === selfId &&
  isWritten(message) &&
  now - message.createdOn < EDIT_MS;

/** The message that "edit the last one" means. */
export const lastEditable = (
  channel: Channel,
  messages: readonly ChatMessage[],
  selfId: string,
  now: number,
): ChatMessage | undefined => messages.findLast((message) => canEdit(channel, message, selfId, now));
