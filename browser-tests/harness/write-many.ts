import type { Page } from '@playwright/test';

/**
 * Writes many messages over a separate socket, each after the previous one is stored. Requires generous server
 * limits.
 */
export async function writeMany(page: Page, channelName: string, texts: readonly string[]): Promise<void> {
  await page.evaluate(
    async ([name, messages]) => {
      const post = await fetch('/api/v2/users/refresh/', { method: 'POST' });
      const { accessToken: token } = (await post.json()) as { accessToken: string };
      const answer = await fetch('/api/v2/chat/channels/', { headers: { authorization: `Bearer ${token}` } });
      const channels = (await answer.json()) as { channelId: string; channelName: string }[];
      const channel = channels.find((candidate) => candidate.channelName === name)?.channelId;
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/chat/`);
      const say = (frame: object) => socket.send(JSON.stringify({ ...frame, channel, token, nickname: '' }));
      await new Promise<void>((resolve, reject) => {
        let stored = 0;
        socket.onopen = () => say({ command: 'join' });
        socket.onerror = () => reject(new Error('the socket failed'));
        socket.onmessage = ({ data }) => {
          const frame = JSON.parse(data as string);
          if (frame.command === 'error') reject(new Error(frame.message));
          if (frame.command === 'new_message') stored += 1;
          if (stored === messages.length) resolve();
          if (frame.command === 'joined') {
            messages.forEach((message, index) => {
              say({ command: 'send', message, tempId: `${Date.now()}-${index}` });
            });
          }
        };
      });
      socket.close();
    },
    [channelName, texts] as const,
  );
}
