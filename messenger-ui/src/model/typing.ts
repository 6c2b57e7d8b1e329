import { ExternalStore } from '../external-store';

const SHOWN_FOR_MS = 5_000;
const SENT_EVERY_MS = 3_000;

type Typists = ReadonlyMap<string, readonly string[]>;

/** Who is writing in which channel. An entry always ends: by a message of that person or by its own timer. */
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
      setTimeout(() => this.stopped(channelId, userId), SHOWN_FOR_MS),
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

/** Tells the others that this person writes, at most once in three seconds and channel. */
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
    if (last !== undefined && this.now() - last < SENT_EVERY_MS) return;
    this.lastSent.set(channelId, this.now());
    this.transmit(channelId);
  }
}
