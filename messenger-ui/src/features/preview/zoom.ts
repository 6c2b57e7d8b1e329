/** How a picture is looked at: enlarged from its middle, and moved by pixels. */
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

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const MOST = 8;
const STEP = 1.5;

/** Larger or smaller around a point, which stays where it is; points count from the middle of the stage. */
export function zoom(view: View, factor: number, point: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(MOST, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return {
    scale,
    x: point.x - (point.x - view.x) * grown,
    y: point.y - (point.y - view.y) * grown,
  };
}

export const closer = (view: View, point?: Point): View => zoom(view, STEP, point);
export const further = (view: View, point?: Point): View => zoom(view, 1 / STEP, point);

/** No edge of the picture is drawn further in than the edge of the stage, and what is smaller stays in the middle. */
export function within(view: View, picture: Size, stage: Size): View {
  const limit = (extent: number, room: number) => Math.max(0, (extent * view.scale - room) / 2);
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0;
  return {
    scale: view.scale,
    x: clamp(view.x, limit(picture.width, stage.width)),
    y: clamp(view.y, limit(picture.height, stage.height)),
  };
}
