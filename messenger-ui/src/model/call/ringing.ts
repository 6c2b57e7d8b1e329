import type { TabLock } from '../../attention/tab-locks';
import { ExternalStore } from '../../external-store';

/** A ringing call. */
export interface RingingCall {
  /** A room can ring several times, each time for another call. */
  callId: string;
  room: string;
  channelId: string;
  fromUserId: string;
  fromName: string;
}

export interface RingingOptions {
  lock: TabLock;
  /** Whether this tab is visible and focused. */
  isFocused(): boolean;
  /** Whether this tab may play sound. */
  canRing(): boolean;
  /** Starts the tone and returns a function that stops it. */
  ring(): () => void;
  /** Shows a notification and returns a function that removes it. */
  notify(call: RingingCall): () => void;
  /** Sends the answer to the server, which passes it to the person's other devices. */
  answer(room: string, accept: boolean, callId: string): void;
  now(): number;
}

const MAX_RING_MS = 45_000;
/** Clocks differ: a call that seems over is shown at least this long. */
const MIN_RING_MS = 10_000;
/** Later frames were delayed by a device that slept. */
const MAX_FRAME_AGE_MS = 60_000;
const FOCUSED_WAIT_MS = 100;
const WAIT_MS = 400;

/** The ringing call. It ends by an answer here or elsewhere, with the call, or by timeout. */
export class Ringing extends ExternalStore<RingingCall | null> {
  private readonly options: RingingOptions;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Functions that stop the tone and the notification. */
  private readonly stopAlerts = new Set<() => void>();

  constructor(options: RingingOptions) {
    super(null);
    this.options = options;
  }

  /** Rings for a call. During a ringing call a second one appears only as invitation in its channel. */
  incoming(call: RingingCall, expiresAt: string): void {
    const left = Date.parse(expiresAt) - this.options.now();
    if (this.getSnapshot() || Number.isNaN(left) || left < -MAX_FRAME_AGE_MS) return;
    this.set(call);
    this.timer = setTimeout(() => this.stop(), Math.min(MAX_RING_MS, Math.max(MIN_RING_MS, left)));
    void this.alert(call);
  }

  /** Stops ringing: the call was answered elsewhere or is over. */
  dismiss(callId: string): void {
    if (this.getSnapshot()?.callId === callId) this.stop();
  }

  /** Stops ringing for channels in a blackout. */
  applyBlackouts(channelIds: readonly string[]): void {
    const call = this.getSnapshot();
    if (call && channelIds.includes(call.channelId)) this.stop();
  }

  accept(): RingingCall | null {
    return this.answer(true);
  }

  decline(): void {
    this.answer(false);
  }

  stop(): void {
    clearTimeout(this.timer);
    for (const end of this.stopAlerts) end();
    this.stopAlerts.clear();
    this.set(null);
  }

  private answer(accept: boolean): RingingCall | null {
    const call = this.getSnapshot();
    if (!call) return null;
    this.stop();
    this.options.answer(call.room, accept, call.callId);
    return call;
  }

  /** Rings in one tab, preferably the focused one, and notifies in one tab. */
  private async alert(call: RingingCall): Promise<void> {
    const { lock, isFocused, canRing, ring, notify } = this.options;
    await new Promise((resolve) => setTimeout(resolve, isFocused() ? FOCUSED_WAIT_MS : WAIT_MS));
    if (this.getSnapshot() !== call) return;
    const speaks = await lock(`call.${call.callId}`, MAX_RING_MS);
    if (this.getSnapshot() !== call) return;
    if (speaks && !isFocused()) this.stopAlerts.add(notify(call));
    const rings = canRing() && (await lock(`ring.${call.callId}`, MAX_RING_MS));
    if (rings && this.getSnapshot() === call) this.stopAlerts.add(ring());
  }
}
