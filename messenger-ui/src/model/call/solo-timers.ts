/** How long a person who is left alone in a call is not asked whether to stay. */
const ALONE_MS = 30_000;
const MAX_RING_MS = 45_000;
/** Clocks differ: a call that seems to have stopped ringing waits at least this long for an answer. */
const MIN_RING_MS = 10_000;

/** The timers of a person who is alone in a call: until the ringing ends, and until the question whether to stay. */
export class SoloTimers {
  private readonly onRingEnd: () => void;
  private readonly onAlone: () => void;
  private ring: ReturnType<typeof setTimeout> | undefined;
  private alone: ReturnType<typeof setTimeout> | undefined;

  constructor(onRingEnd: () => void, onAlone: () => void) {
    this.onRingEnd = onRingEnd;
    this.onAlone = onAlone;
  }

  startRing(left: number): void {
    this.ring ??= setTimeout(this.onRingEnd, Math.min(MAX_RING_MS, Math.max(MIN_RING_MS, left)));
  }

  startAlone(): void {
    this.alone ??= setTimeout(this.onAlone, ALONE_MS);
  }

  /** Another person is in the call. */
  stop(): void {
    clearTimeout(this.ring);
    clearTimeout(this.alone);
    this.ring = undefined;
    this.alone = undefined;
  }

  /** Another person accepted the call. */
  stopRing(): void {
    clearTimeout(this.ring);
    this.ring = undefined;
  }
}
