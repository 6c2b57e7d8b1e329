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

interface Position {
  left: string;
  top: string;
  bottom: string;
  maxHeight: string;
}

/** Distance in pixels between the floating element, its anchor and the edges of the screen. */
const GAP = 8;

/**
 * Places an element above its anchor if it fits, else on the side with more room, aligned with the anchor and inside
 * the screen.
 */
export function anchoredPosition(
  anchor: Box,
  { width, height }: Size,
  viewport: Size,
  isRtl: boolean,
): Position {
  const above = anchor.top - 2 * GAP;
  const below = viewport.height - anchor.bottom - 2 * GAP;
  const goesUp = above >= height || above >= below;
  const preferred = isRtl ? anchor.left : anchor.right - width;
  const left = Math.max(GAP, Math.min(preferred, viewport.width - width - GAP));
  return {
    left: `${left}px`,
    top: goesUp ? 'auto' : `${anchor.bottom + GAP}px`,
    bottom: goesUp ? `${viewport.height - anchor.top + GAP}px` : 'auto',
    maxHeight: `${Math.max(0, goesUp ? above : below)}px`,
  };
}
