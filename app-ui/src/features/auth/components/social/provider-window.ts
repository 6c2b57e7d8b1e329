import { type SocialResult, socialStartUrl } from './social-callback';

/** Messages between the page and the popup. */
type PopupMessage = { type: 'result'; result: SocialResult } | { type: 'received' };

/** Without an acknowledgement the opening page was closed or suspended. */
const ACKNOWLEDGE_TIMEOUT_MS = 1_500;

const POPUP_SIZE = { width: 480, height: 680 };

/** Identifies this tab, so that the popup finds the page that opened it. */
const tab = crypto.randomUUID().slice(0, 8);

/**
 * The popup of a provider. Provider and our own opener policy sever `window.opener`, so popup and page communicate
 * over a broadcast channel.
 */
export class ProviderWindow {
  private readonly channel = channelOf(tab);

  /** `onResult` receives the result of the popup. */
  constructor(onResult: (result: SocialResult) => void) {
    this.channel?.addEventListener('message', ({ data }: MessageEvent<PopupMessage>) => {
      if (data.type !== 'result') return;
      this.channel?.postMessage({ type: 'received' } satisfies PopupMessage);
      onResult(data.result);
    });
  }

  /** Opens the popup. Returns false if the browser blocks it. */
  open(provider: string): boolean {
    if (this.channel === null) return false;
    const left = window.screenX + Math.max(0, (window.outerWidth - POPUP_SIZE.width) / 2);
    const top = window.screenY + Math.max(0, (window.outerHeight - POPUP_SIZE.height) / 2);
    const features = `popup,width=${POPUP_SIZE.width},height=${POPUP_SIZE.height},left=${left},top=${top}`;
    return window.open(socialStartUrl(provider, 'popup', tab), 'mentor-hub-social', features) !== null;
  }

  close(): void {
    this.channel?.close();
  }
}

/** Sends the result to the opening page. Resolves to false if no page acknowledges it. */
export async function deliverResult(result: SocialResult, to: string): Promise<boolean> {
  const channel = channelOf(to);
  if (channel === null) return false;
  const isReceived = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ACKNOWLEDGE_TIMEOUT_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<PopupMessage>) => {
      if (data.type !== 'received') return;
      clearTimeout(timer);
      resolve(true);
    });
    channel.postMessage({ type: 'result', result } satisfies PopupMessage);
  });
  channel.close();
  return isReceived;
}

function channelOf(name: string): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`mentor-hub-social-${name}`);
}
