import type { Claim } from '../../attention/claims';
import { ExternalStore } from '../../external-store';

/** A call that waits to be answered. */
export interface RingingCall {
  room: string;
  channelId: string;
  fromUserId: string;
  fromName: string;
}

export interface RingingOptions {
  claim: Claim;
  /** Whether the person looks at this tab. */
  isFocused(): boolean;
  /** Whether this tab may be heard. */
  canRing(): boolean;
  /** Begins the tone and answers with what ends it. */
  ring(): () => void;
  /** Tells those who look elsewhere, in one tab, and answers with what takes it back. */
  notify(call: RingingCall): () => void;
  /** Tells the server, and through it the person's other devices. */
  answer(room: string, accept: boolean): void;
  now(): number;
}

const LONGEST_MS = 45_000;
/** The clocks of two machines differ: a call that seems over is shown for so long at least. */
const SHORTEST_MS = 10_000;
/** What comes later than this has waited in a machine that slept. */
const STALE_MS = 60_000;
const FOCUSED_WAIT_MS = 100;
const WAIT_MS = 400;

/** Whether somebody calls. It ends by an answer here or elsewhere, with the call, or by itself. */
export class Ringing extends ExternalStore<RingingCall | null> {
  private readonly options: RingingOptions;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What ends the tone and the notification. */
  private readonly silence = new Set<() => void>();

  constructor(options: RingingOptions) {
    super(null);
    this.options = options;
  }

  /** Somebody calls. Who is called by two at once sees the first; the other one is an invitation in its channel. */
  incoming(call: RingingCall, expiresAt: string): void {
    const left = Date.parse(expiresAt) - this.options.now();
    if (this.getSnapshot() || Number.isNaN(left) || left < -STALE_MS) return;
    this.set(call);
    this.timer = setTimeout(() => this.stop(), Math.min(LONGEST_MS, Math.max(SHORTEST_MS, left)));
    void this.makeHeard(call);
  }

  /** Answered on another device, or over. */
  settled(room: string): void {
    if (this.getSnapshot()?.room === room) this.stop();
  }

  /** A quiet time begins in these channels. */
  quiet(channelIds: readonly string[]): void {
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
    for (const end of this.silence) end();
    this.silence.clear();
    this.set(null);
  }

  private answer(accept: boolean): RingingCall | null {
    const call = this.getSnapshot();
    if (!call) return null;
    this.stop();
    this.options.answer(call.room, accept);
    return call;
  }

  /** One tab rings, the one that is looked at if it may; one tab tells those who look elsewhere. */
  private async makeHeard(call: RingingCall): Promise<void> {
    const { claim, isFocused, canRing, ring, notify } = this.options;
    await new Promise((resolve) => setTimeout(resolve, isFocused() ? FOCUSED_WAIT_MS : WAIT_MS));
    if (this.getSnapshot() !== call) return;
    const speaks = await claim(`call.${call.room}`, LONGEST_MS);
    if (this.getSnapshot() !== call) return;
    if (speaks && !isFocused()) this.silence.add(notify(call));
    const rings = canRing() && (await claim(`ring.${call.room}`, LONGEST_MS));
    if (rings && this.getSnapshot() === call) this.silence.add(ring());
  }
}
