/** Clock of the announcer, so that tests can control it. */
interface Timer {
  now: () => number;
  after: (ms: number, run: () => unknown) => void;
}

const MIN_INTERVAL_MS = 1_000;

/** Screen readers have taken the text by then. Until it is gone, it can be read as a part of the page. */
const CLEARED_AFTER_MS = 5_000;

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
    const spoken = text === this.#spoken ? `${text}\u00a0` : text;
    this.#show(spoken);
    this.#timer.after(CLEARED_AFTER_MS, () => spoken === this.#spoken && this.#show(''));
  }

  #show(text: string): void {
    this.#spoken = text;
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
