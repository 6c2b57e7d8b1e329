import type { Page } from '@playwright/test';

interface Channel {
  channelId: string;
  channelName: string;
}

interface StoredMessage {
  channelId: string;
  msgId: string;
  seq: number;
  text: string;
}

/**
 * Reads a channel's messages over a separate socket, independent of the interface.
 * Newest last.
 */
async function storedMessages(page: Page, channelName: string): Promise<StoredMessage[]> {
  return page.evaluate(async (name) => {
    const post = await fetch('/api/v2/users/refresh/', { method: 'POST' });
    const { accessToken: token } = (await post.json()) as { accessToken: string };
    const answer = await fetch('/api/v2/chat/channels/', { headers: { authorization: `Bearer ${token}` } });
    const channels = (await answer.json()) as Channel[];
    const channel = channels.find((candidate) => candidate.channelName === name)?.channelId;
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/chat/`);
    const ask = (frame: object) => socket.send(JSON.stringify({ ...frame, channel, token, nickname: '' }));
    return new Promise<StoredMessage[]>((resolve, reject) => {
      const found: StoredMessage[] = [];
      socket.onopen = () => ask({ command: 'fetch_messages' });
      socket.onerror = () => reject(new Error('the socket failed'));
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data as string);
        if (frame.command === 'error') reject(new Error(frame.message));
        if (frame.command !== 'messages_payload') return;
        for (const { channel_id: channelId, msg_id: msgId, seq, message } of frame.messages) {
          found.unshift({ channelId, msgId, seq, text: message });
        }
        if (frame.new_page_number === null) {
          socket.close();
          resolve(found);
        } else {
          ask({
            command: 'get_room_chat_messages',
            page_number: frame.new_page_number,
            anchor: frame.anchor,
          });
        }
      };
    });
  }, channelName);
}

/** Returns the texts with this prefix, in the server's order. */
export async function storedTexts(page: Page, channelName: string, prefix: string): Promise<string[]> {
  const messages = await storedMessages(page, channelName);
  return messages.map(({ text }) => text).filter((text) => text.startsWith(prefix));
}
