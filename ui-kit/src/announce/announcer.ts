/** Clock of the announcer, so that tests can control it. */
interface Timer {
  now: () => number;
  after: (ms: number, run: () => void) => void;
}

const MIN_INTERVAL_MS = 1_000;

/**
 * Announces texts to screen readers, at most once a second so that announcements do not overlap. Repeated texts are
 * merged.
 */
export class Announcer {
  readonly #timer: Timer;
  readonly #subscribers = new Set<() => void>();
  #waiting: string[] = [];
  #spoken = '';
  #lastAt = Number.NEGATIVE_INFINITY;
  #scheduled = false;

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  announce = (text: string): void => {
    if (!this.#waiting.includes(text)) this.#waiting.push(text);
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#timer.after(Math.max(0, this.#lastAt + MIN_INTERVAL_MS - this.#timer.now()), () => this.#speak());
  };

  subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  getSnapshot = (): string => this.#spoken;

  #speak(): void {
    this.#scheduled = false;
    this.#lastAt = this.#timer.now();
    const text = this.#waiting.join('\n');
    this.#waiting = [];
    // A repeated text is announced only if it differs, hence the invisible suffix.
    this.#spoken = text === this.#spoken ? `${text}\u00a0` : text;
    for (const subscriber of this.#subscribers) subscriber();
  }
}

const announcer = new Announcer({
  now: () => performance.now(),
  after: (ms, run) => {
    setTimeout(run, ms);
  },
});

/** Announces a text politely: it does not interrupt the screen reader. */
export const announce = announcer.announce;
export const pageAnnouncer = announcer;
