import type { ClientCommand } from '../client/frames.gen';
import type { PendingMessage } from './pending-message';

export function sendCommand({
  channelId,
  text,
  attachment,
  link,
  quote,
  tempId,
  confirmed,
}: PendingMessage): ClientCommand {
  return {
    command: 'send',
    channel: channelId,
    message: text,
    ...(link && { link_preview: link.link }),
    ...(quote && { reply_to: quote.msgId }),
    attachments: attachment?.url
      ? [{ name: attachment.name, type: attachment.type, url: attachment.url }]
      : [],
    temp_id: tempId,
    ...(confirmed && { confirmed }),
  };
}

export const editCommand = (
  channel: string,
  msgId: string,
  message: string,
  confirmed = false,
): ClientCommand => ({
  command: 'edit',
  channel,
  msg_id: msgId,
  message,
  temp_id: msgId,
  ...(confirmed && { confirmed }),
});

export const deleteCommand = (channel: string, msgId: string): ClientCommand => ({
  command: 'delete',
  channel,
  msg_id: msgId,
  temp_id: msgId,
});

export const markUnreadCommand = (channel: string, msgId: string): ClientCommand => ({
  command: 'mark_unread',
  channel,
  msg_id: msgId,
});

/** The temp id identifies the reaction in an error frame. */
export const reactCommand = (channel: string, msgId: string, emoji: string, on: boolean): ClientCommand => ({
  command: 'react',
  channel,
  msg_id: msgId,
  emoji,
  on,
  temp_id: `${msgId} ${emoji}`,
});

export function reactionOf(name: string): [msgId: string, emoji: string] {
  const [msgId = '', emoji = ''] = name.split(' ');
  return [msgId, emoji];
}
