const MAX_WIDTH = 320;
const MAX_HEIGHT = 300;
/** Minimum of a narrow image, which must stay a usable touch target. */
const MIN_WIDTH = 96;
/** Size of an image with unknown dimensions. */
const DEFAULT_SIZE = { width: 240, height: 180 };

/** Returns the display size of an image before it loads, so that no row changes its height. */
export function imageSize(width: number | null, height: number | null): { width: number; height: number } {
  if (!width || !height) return DEFAULT_SIZE;
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return {
    width: Math.round(Math.max(MIN_WIDTH, width * scale)),
    height: Math.round(Math.max(MIN_WIDTH / 2, height * scale)),
  };
}
