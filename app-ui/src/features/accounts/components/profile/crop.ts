/**
 * The selected square of a picture. `zoom` is 1 for the largest square; `x` and `y` go from -1 to 1, 0 is the centre.
 */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const FULL_CROP: Crop = { zoom: 1, x: 0, y: 0 };
export const MAX_ZOOM = 4;

/** Returns the square in pixels of the picture. */
export function cropSquare({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / within(zoom, 1, MAX_ZOOM);
  const left = ((width - side) / 2) * (1 + within(x, -1, 1));
  const top = ((height - side) / 2) * (1 + within(y, -1, 1));
  return { left, top, side };
}

/** Returns the crop after the picture was dragged by these shares of the square's edge. */
export function panCrop(size: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = cropSquare(size, crop);
  const moved = (value: number, edge: number, by: number) => {
    const room = (edge - side) / 2;
    return room === 0 ? value : within(value - (by * side) / room, -1, 1);
  };
  return {
    zoom: crop.zoom,
    x: moved(crop.x, size.width, right),
    y: moved(crop.y, size.height, down),
  };
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
