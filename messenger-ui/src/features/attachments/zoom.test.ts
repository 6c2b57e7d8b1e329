import { describe, expect, it } from 'vitest';
import { clampView, FIT_VIEW, MAX_SCALE, zoom, zoomIn, zoomOut } from './zoom';

describe('zoom', () => {
  it('keeps the point under the pointer fixed', () => {
    const point = { x: 120, y: -40 };
    const before = { scale: 2, x: 10, y: 20 };
    const after = zoom(before, 1.7, point);
    // What lies under the point, in the coordinates of the picture.
    const under = (view: typeof before) => ({
      x: (point.x - view.x) / view.scale,
      y: (point.y - view.y) / view.scale,
    });
    expect(under(after).x).toBeCloseTo(under(before).x);
    expect(under(after).y).toBeCloseTo(under(before).y);
  });

  it('is limited to the range one to eight', () => {
    expect(zoomOut(FIT_VIEW).scale).toBe(1);
    expect(zoom(FIT_VIEW, 100).scale).toBe(MAX_SCALE);
  });

  it('in and out returns to the start', () => {
    expect(zoomOut(zoomIn(FIT_VIEW)).scale).toBeCloseTo(1);
  });
});

describe('clampView', () => {
  const stage = { width: 1000, height: 600 };

  it('centres an image smaller than the stage', () => {
    expect(clampView({ scale: 1, x: 300, y: -70 }, { width: 800, height: 600 }, stage)).toEqual(FIT_VIEW);
  });

  it('moves a larger image up to its edges', () => {
    const picture = { width: 800, height: 600 };
    expect(clampView({ scale: 2, x: 900, y: -900 }, picture, stage)).toEqual({ scale: 2, x: 300, y: -300 });
    expect(clampView({ scale: 2, x: 120, y: 0 }, picture, stage)).toEqual({ scale: 2, x: 120, y: 0 });
  });
});
