/** YouTube's player without its script: the frame and the page exchange messages. */

/** The host that sets no cookies before the video plays. */
export const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com';

const ENDED = 0;

export function addressOf(videoId: string): string {
  const query = new URLSearchParams({
    autoplay: '1',
    enablejsapi: '1',
    rel: '0',
    origin: window.location.origin,
  });
  return `${PLAYER_ORIGIN}/embed/${encodeURIComponent(videoId)}?${query}`;
}

/** Asks the player to report its state. */
export function listen(frame: HTMLIFrameElement): void {
  const send = (message: object) => frame.contentWindow?.postMessage(JSON.stringify(message), PLAYER_ORIGIN);
  send({ event: 'listening', id: 1, channel: 'widget' });
  send({ event: 'command', func: 'addEventListener', args: ['onStateChange'], id: 1, channel: 'widget' });
}

/** Returns whether a message of the player reports the end of the video. */
export function hasEnded(message: unknown): boolean {
  if (typeof message !== 'string') return false;
  try {
    const { event, info } = JSON.parse(message) as { event?: string; info?: unknown };
    if (event === 'onStateChange') return info === ENDED;
    return event === 'infoDelivery' && (info as { playerState?: number } | null)?.playerState === ENDED;
  } catch {
    return false;
  }
}
