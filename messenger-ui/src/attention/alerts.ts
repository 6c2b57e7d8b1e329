import type { TabLock } from './tab-locks';

/** A new message from another person. */
export interface MessageAlert {
  channelId: string;
  isTagged: boolean;
}

export interface AlertOptions {
  lock: TabLock;
  /** Whether this tab is visible and focused. */
  isFocused(): boolean;
  /** Whether this tab shows the channel. */
  isOpen(channelId: string): boolean;
  /** Whether any tab of this browser shows the channel to the person. */
  isBeingRead(channelId: string): Promise<boolean>;
  isMuted(channelId: string): boolean;
  /** Whether the message is still unread; another device may have read it. */
  isUnread(channelId: string): boolean;
  canChime(): boolean;
  chime(): void;
  notify(alert: MessageAlert): void;
}

/** The focused tab goes first. */
const FOCUSED_WAIT_MS = 100;
const WAIT_MS = 400;
const ALERT_LOCK_MS = 1_500;

/** Produces one sound and one notification per message across all tabs. */
export class MessageAlerts {
  private readonly options: AlertOptions;

  constructor(options: AlertOptions) {
    this.options = options;
  }

  async handle(alert: MessageAlert): Promise<void> {
    const { lock, isFocused, isOpen, isBeingRead, isMuted, isUnread, canChime, chime, notify } = this.options;
    const { channelId } = alert;
    if (isMuted(channelId) && !alert.isTagged) return;
    if (isFocused() && isOpen(channelId)) return;
    await new Promise((resolve) => setTimeout(resolve, isFocused() ? FOCUSED_WAIT_MS : WAIT_MS));
    if (!isUnread(channelId) || (await isBeingRead(channelId))) return;
    // With a focused tab the badge is visible and a notification is not needed.
    if ((await lock(`alert.${channelId}`, ALERT_LOCK_MS)) && !isFocused()) notify(alert);
    if (!canChime() || !(await lock(`chime.${channelId}`, ALERT_LOCK_MS))) return;
    if (await lock('chime', ALERT_LOCK_MS)) chime();
  }
}
