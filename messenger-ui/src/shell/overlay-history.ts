/** Marks the history entry of the open overlays. */
const OVERLAY = 'over';

export const hasOverlayEntry = (): boolean =>
  (history.state as Record<string, unknown> | null)?.[OVERLAY] === true;

/**
 * Overlays on a page with its own address: back closes them and keeps the page. All open overlays share one history
 * entry, which is removed when the last one closes otherwise.
 */
class OverlayHistory {
  private readonly open: (() => void)[] = [];
  private hasEntry = false;
  /** `history.back()` is asynchronous; an entry pushed meanwhile would be the one removed. */
  private isGoingBack = false;

  constructor() {
    window.addEventListener('popstate', () => this.handlePopState());
  }

  add(close: () => void): () => void {
    this.open.push(close);
    this.pushEntry();
    return () => {
      this.open.splice(this.open.indexOf(close), 1);
      // A replacing overlay opens in the same tick.
      setTimeout(() => this.removeEntry());
    };
  }

  private pushEntry(): void {
    if (this.hasEntry || this.isGoingBack) return;
    history.pushState({ ...history.state, [OVERLAY]: true }, '');
    this.hasEntry = true;
  }

  private removeEntry(): void {
    if (this.open.length > 0 || !this.hasEntry) return;
    this.hasEntry = false;
    // After a further navigation the entry stays.
    if (!hasOverlayEntry()) return;
    this.isGoingBack = true;
    history.back();
  }

  private handlePopState(): void {
    if (this.isGoingBack) {
      this.isGoingBack = false;
      if (this.open.length > 0) this.pushEntry();
    } else if (this.hasEntry && !hasOverlayEntry()) {
      this.hasEntry = false;
      this.open.at(-1)?.();
    }
  }
}

let layers: OverlayHistory | null = null;

/** Runs an action that navigates once the overlay that is closing has removed its history entry. */
export function afterOverlay(action: () => void): void {
  setTimeout(() => {
    if (hasOverlayEntry()) window.addEventListener('popstate', action, { once: true });
    else action();
  });
}

/** Registers an overlay and returns a function that unregisters it. */
export function pushOverlay(close: () => void): () => void {
  layers ??= new OverlayHistory();
  return layers.add(close);
}
