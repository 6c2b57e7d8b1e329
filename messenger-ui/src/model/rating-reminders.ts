import type { KeyValueStorage } from './storage';

/** From the last message sent in a channel to the question how the conversation goes. */
const DELAY_MS = 300_000;

const PREFIX = 'mentor-hub.rating-due.';

interface RatingRemindersOptions {
  storage: KeyValueStorage;
  personId: string;
  now: () => number;
}

/**
 * When to ask for a rating, per channel: five minutes after the last sent message. Stored, so that neither a collapsed
 * widget nor a closed window stops the timer.
 */
export class RatingReminders {
  private readonly options: RatingRemindersOptions;
  private readonly watchers = new Map<string, Set<() => void>>();

  constructor(options: RatingRemindersOptions) {
    this.options = options;
  }

  /** Starts the timer of a channel again. */
  readonly sent = (channelId: string): void => {
    const { storage, now } = this.options;
    storage.set(this.keyOf(channelId), String(now() + DELAY_MS));
    for (const restart of this.watchers.get(channelId) ?? []) restart();
  };

  /**
   * Calls back when the timer of a channel ends, until the returned function is called. A timer that ended before counts
   * no more: opening a channel asks anyway.
   */
  watch(channelId: string, onDue: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      const left = this.timeLeft(channelId);
      if (left === null) return;
      // Another window may have sent a message meanwhile.
      timer = setTimeout(() => ((this.timeLeft(channelId) ?? 0) > 0 ? start() : onDue()), left);
    };
    if ((this.timeLeft(channelId) ?? 0) > 0) start();
    else this.options.storage.remove(this.keyOf(channelId));
    const watchers = this.watchers.get(channelId) ?? new Set();
    this.watchers.set(channelId, watchers.add(start));
    return () => {
      clearTimeout(timer);
      watchers.delete(start);
    };
  }

  /** Milliseconds to the end of the timer, at most the whole delay in case the clock was changed; null without one. */
  private timeLeft(channelId: string): number | null {
    const { storage, now } = this.options;
    const dueAt = Number(storage.get(this.keyOf(channelId)) ?? Number.NaN);
    return Number.isFinite(dueAt) ? Math.min(dueAt - now(), DELAY_MS) : null;
  }

  private keyOf(channelId: string): string {
    return `${PREFIX}${this.options.personId}.${channelId}`;
  }
}
