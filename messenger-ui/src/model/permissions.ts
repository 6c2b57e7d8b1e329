import type { Channel } from './channels';
import type { ChatMessage } from './message';

/** So long after it was sent a message can be edited; the server's clock decides. */
const EDIT_MS = 5 * 60_000;

const canWrite = ({ membership, blackout, isBlocked }: Channel): boolean =>
  membership === 'active' && !isBlocked && !(blackout.active && blackout.refusesSending);

/** Replies and reactions: a program neither reads quotes nor enjoys applause. */
export const canReact = (channel: Channel): boolean => canWrite(channel) && channel.kind !== 'assistant';

export const canEdit = (channel: Channel, message: ChatMessage, selfId: string, now: number): boolean =>
  canWrite(channel) &&
  channel.kind !== 'assistant' &&
  message.userId === selfId &&
  message.text !== '' &&
  now - message.createdOn < EDIT_MS;

/** The message that "edit the last one" means. */
export const lastEditable = (
  channel: Channel,
  messages: readonly ChatMessage[],
  selfId: string,
  now: number,
): ChatMessage | undefined => messages.findLast((message) => canEdit(channel, message, selfId, now));
