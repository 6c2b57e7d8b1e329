import { type Returned, startUrl } from './way-back';

/** What the two windows say to each other, on a channel that only they know. */
type Word = { type: 'returned'; returned: Returned } | { type: 'taken' };

/** Nobody answers: the page that waited was closed, or a phone has put it to sleep. */
const ANSWER_MS = 1_500;

const SIZE = { width: 480, height: 680 };

/** This tab's name for the length of its life: the window must find the tab that opened it, and no other. */
const tab = crypto.randomUUID().slice(0, 8);

/**
 * A window beside this page in which a provider asks who somebody is. The provider's page cuts the tie between the two
 * windows (and so does our own policy), so they speak over a channel of our origin.
 */
export class ProviderWindow {
  private readonly channel = channelOf(tab);

  /** `onReturned` hears what the window brings back. */
  constructor(onReturned: (returned: Returned) => void) {
    this.channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
      if (data.type !== 'returned') return;
      this.channel?.postMessage({ type: 'taken' } satisfies Word);
      onReturned(data.returned);
    });
  }

  /** False where the browser allows no window. */
  open(provider: string): boolean {
    if (this.channel === null) return false;
    const left = window.screenX + Math.max(0, (window.outerWidth - SIZE.width) / 2);
    const top = window.screenY + Math.max(0, (window.outerHeight - SIZE.height) / 2);
    const features = `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`;
    return window.open(startUrl(provider, 'popup', tab), 'mentor-hub-social', features) !== null;
  }

  close(): void {
    this.channel?.close();
  }
}

/** Hands over what came to the page that waits for it. False if nobody takes it. */
export async function handOver(returned: Returned, to: string): Promise<boolean> {
  const channel = channelOf(to);
  if (channel === null) return false;
  const isTaken = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
      if (data.type !== 'taken') return;
      clearTimeout(timer);
      resolve(true);
    });
    channel.postMessage({ type: 'returned', returned } satisfies Word);
  });
  channel.close();
  return isTaken;
}

function channelOf(name: string): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`mentor-hub-social-${name}`);
}
