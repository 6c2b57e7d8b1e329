/** Zoom and pan of an image: scale from its centre, offset in pixels. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

export const FIT_VIEW: View = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;
const STEP = 1.5;

/** Scales around a fixed point, given relative to the centre of the stage. */
export function zoom(view: View, factor: number, point: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return {
    scale,
    x: point.x - (point.x - view.x) * grown,
    y: point.y - (point.y - view.y) * grown,
  };
}

export const zoomIn = (view: View, point?: Point): View => zoom(view, STEP, point);
export const zoomOut = (view: View, point?: Point): View => zoom(view, 1 / STEP, point);

/** Limits the offset: a large image covers the stage, a small one stays centred. */
export function clampView(view: View, picture: Size, stage: Size): View {
  const limit = (extent: number, room: number) => Math.max(0, (extent * view.scale - room) / 2);
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0;
  return {
    scale: view.scale,
    x: clamp(view.x, limit(picture.width, stage.width)),
    y: clamp(view.y, limit(picture.height, stage.height)),
  };
}
