import { ExternalStore } from '../external-store';

const TYPING_TIMEOUT_MS = 5_000;
const SEND_INTERVAL_MS = 3_000;

type Typists = ReadonlyMap<string, readonly string[]>;

/** Members who are typing, per channel. An entry ends with their message or by a timer. */
export class TypingStore extends ExternalStore<Typists> {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor() {
    super(new Map());
  }

  started(channelId: string, userId: string): void {
    const key = JSON.stringify([channelId, userId]);
    clearTimeout(this.timers.get(key));
    this.timers.set(
      key,
      setTimeout(() => this.stopped(channelId, userId), TYPING_TIMEOUT_MS),
    );
    const typists = this.getSnapshot().get(channelId) ?? [];
    if (!typists.includes(userId)) this.put(channelId, [...typists, userId]);
  }

  stopped(channelId: string, userId: string): void {
    const key = JSON.stringify([channelId, userId]);
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    const typists = this.getSnapshot().get(channelId) ?? [];
    if (typists.includes(userId)) {
      this.put(
        channelId,
        typists.filter((id) => id !== userId),
      );
    }
  }

  clear(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.set(new Map());
  }

  private put(channelId: string, typists: readonly string[]): void {
    this.set(new Map(this.getSnapshot()).set(channelId, typists));
  }
}

/** Sends typing notices, at most one in three seconds per channel. */
export class TypingSignal {
  private readonly lastSent = new Map<string, number>();
  private readonly transmit: (channelId: string) => void;
  private readonly now: () => number;

  constructor(transmit: (channelId: string) => void, now: () => number) {
    this.transmit = transmit;
    this.now = now;
  }

  keystroke(channelId: string): void {
    const last = this.lastSent.get(channelId);
    if (last !== undefined && this.now() - last < SEND_INTERVAL_MS) return;
    this.lastSent.set(channelId, this.now());
    this.transmit(channelId);
  }
}
