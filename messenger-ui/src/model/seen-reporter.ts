export interface Attention {
  visible: boolean;
  focused: boolean;
  atBottom: boolean;
}

const REPORT_INTERVAL_MS = 1_000;

/**
 * Decides when visible messages count as read: while the page is visible and focused and the newest message is in view,
 * at most once a second.
 */
export class SeenReporter {
  private readonly report: () => boolean;
  private readonly now: () => number;
  private attention: Attention = { visible: false, focused: false, atBottom: false };
  private lastReport = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: () => boolean, now: () => number) {
    this.report = report;
    this.now = now;
  }

  update(changes: Partial<Attention>): void {
    this.attention = { ...this.attention, ...changes };
    this.check();
  }

  /** Reports if there is something new and the conditions hold. */
  check(): void {
    const { visible, focused, atBottom } = this.attention;
    if (!visible || !focused || !atBottom) {
      this.stop();
      return;
    }
    if (this.timer !== undefined) return;
    const wait = this.lastReport + REPORT_INTERVAL_MS - this.now();
    if (wait > 0) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.check();
      }, wait);
    } else if (this.report()) {
      this.lastReport = this.now();
    }
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
