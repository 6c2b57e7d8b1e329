/** What the announcer needs of the clock, so that tests can hold it. */
interface Timer {
  now: () => number;
  after: (ms: number, run: () => void) => void;
}

const PAUSE_MS = 1_000;

/**
 * Collects what a screen reader should say, and says it at most once a second: a busy conversation must not talk
 * over itself. Repeated text is said once.
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
    this.#timer.after(Math.max(0, this.#lastAt + PAUSE_MS - this.#timer.now()), () => this.#speak());
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
    // The same words again are a change only if the text differs, hence the invisible tail.
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

/** Tells people who listen rather than look. Politely: it never interrupts. */
export const announce = announcer.announce;
export const pageAnnouncer = announcer;
