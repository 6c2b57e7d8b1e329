/** The mark of the step that stands for what lies over the page. */
const OVER = 'over';

export const isOver = (): boolean => (history.state as Record<string, unknown> | null)?.[OVER] === true;

/**
 * What lies over a page whose address is its own: back closes it and leaves the page as it is. However many there are,
 * they are one step of the history, which is taken back when the last one is closed in another way.
 */
class Layers {
  private readonly open: (() => void)[] = [];
  private hasStep = false;
  /** Our own way back is not there yet; a step made meanwhile would be the one that is undone. */
  private isReturning = false;

  constructor() {
    window.addEventListener('popstate', () => this.popped());
  }

  add(close: () => void): () => void {
    this.open.push(close);
    this.makeStep();
    return () => {
      this.open.splice(this.open.indexOf(close), 1);
      // One that takes the place of another comes in the same moment.
      setTimeout(() => this.takeBack());
    };
  }

  private makeStep(): void {
    if (this.hasStep || this.isReturning) return;
    history.pushState({ ...history.state, [OVER]: true }, '');
    this.hasStep = true;
  }

  private takeBack(): void {
    if (this.open.length > 0 || !this.hasStep) return;
    this.hasStep = false;
    // Whoever has gone on from here keeps where they are.
    if (!isOver()) return;
    this.isReturning = true;
    history.back();
  }

  private popped(): void {
    if (this.isReturning) {
      this.isReturning = false;
      if (this.open.length > 0) this.makeStep();
    } else if (this.hasStep && !isOver()) {
      this.hasStep = false;
      this.open.at(-1)?.();
    }
  }
}

let layers: Layers | null = null;

/** Something lies over the page, until the answer is called. */
export function layOver(close: () => void): () => void {
  layers ??= new Layers();
  return layers.add(close);
}
