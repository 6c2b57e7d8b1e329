interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

interface Size {
  width: number;
  height: number;
}

interface Place {
  left: string;
  top: string;
  bottom: string;
  maxHeight: string;
}

/** Between what floats, its button and the edges of the screen. */
const GAP = 8;

/** Above a button where there is room for it, else on the side with more; in line with it, and never over an edge. */
export function placeAt(anchor: Box, { width, height }: Size, viewport: Size, isRtl: boolean): Place {
  const above = anchor.top - 2 * GAP;
  const below = viewport.height - anchor.bottom - 2 * GAP;
  const goesUp = above >= height || above >= below;
  const wished = isRtl ? anchor.left : anchor.right - width;
  const left = Math.max(GAP, Math.min(wished, viewport.width - width - GAP));
  return {
    left: `${left}px`,
    top: goesUp ? 'auto' : `${anchor.bottom + GAP}px`,
    bottom: goesUp ? `${viewport.height - anchor.top + GAP}px` : 'auto',
    maxHeight: `${Math.max(0, goesUp ? above : below)}px`,
  };
}
