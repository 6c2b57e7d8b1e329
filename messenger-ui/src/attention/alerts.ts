import type { Claim } from './claims';

/** A message of somebody else that came just now. */
export interface News {
  channelId: string;
  isTagged: boolean;
}

export interface AlertOptions {
  claim: Claim;
  /** Whether the person looks at this tab. */
  isFocused(): boolean;
  /** Whether the channel is open in this tab. */
  isOpen(channelId: string): boolean;
  /** Whether somebody reads the channel in any tab of this browser. */
  isBeingRead(channelId: string): Promise<boolean>;
  isMuted(channelId: string): boolean;
  /** Whether the message is unread still: it may have been read elsewhere meanwhile. */
  isUnread(channelId: string): boolean;
  canChime(): boolean;
  chime(): void;
  notify(news: News): void;
}

/** The tab that a person looks at speaks first. */
const FOCUSED_WAIT_MS = 100;
const WAIT_MS = 400;
const ONE_ALERT_MS = 1_500;

/** One sound and one notification for a message, however many tabs hear of it. */
export class Alerts {
  private readonly options: AlertOptions;

  constructor(options: AlertOptions) {
    this.options = options;
  }

  async news(news: News): Promise<void> {
    const { claim, isFocused, isOpen, isBeingRead, isMuted, isUnread, canChime, chime, notify } =
      this.options;
    const { channelId } = news;
    if (isMuted(channelId) && !news.isTagged) return;
    if (isFocused() && isOpen(channelId)) return;
    await new Promise((resolve) => setTimeout(resolve, isFocused() ? FOCUSED_WAIT_MS : WAIT_MS));
    if (!isUnread(channelId) || (await isBeingRead(channelId))) return;
    // Whoever looks at any of the tabs sees the badge there and needs no notification.
    if ((await claim(`alert.${channelId}`, ONE_ALERT_MS)) && !isFocused()) notify(news);
    if (!canChime() || !(await claim(`chime.${channelId}`, ONE_ALERT_MS))) return;
    if (await claim('chime', ONE_ALERT_MS)) chime();
  }
}
