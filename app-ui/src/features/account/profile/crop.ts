/** Which square of a picture is taken. `zoom` is 1 for the largest one; `x` and `y` go from -1 to 1, 0 is the middle. */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const WHOLE: Crop = { zoom: 1, x: 0, y: 0 };
export const MAX_ZOOM = 4;

/** The square in pixels of the picture. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / within(zoom, 1, MAX_ZOOM);
  const left = ((width - side) / 2) * (1 + within(x, -1, 1));
  const top = ((height - side) / 2) * (1 + within(y, -1, 1));
  return { left, top, side };
}

/** The crop after the picture was pulled by so much of the square's edge: it follows the finger. */
export function dragged(size: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = squareOf(size, crop);
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
