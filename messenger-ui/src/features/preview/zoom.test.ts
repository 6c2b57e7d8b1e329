import { describe, expect, it } from 'vitest';
import { closer, further, MOST, WHOLE, within, zoom } from './zoom';

describe('zoom', () => {
  it('leaves the point under the fingers where it is', () => {
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

  it('goes no further than the whole and no closer than eight times', () => {
    expect(further(WHOLE).scale).toBe(1);
    expect(zoom(WHOLE, 100).scale).toBe(MOST);
  });

  it('comes back to where it was', () => {
    expect(further(closer(WHOLE)).scale).toBeCloseTo(1);
  });
});

describe('within', () => {
  const stage = { width: 1000, height: 600 };

  it('keeps what is smaller than the stage in the middle', () => {
    expect(within({ scale: 1, x: 300, y: -70 }, { width: 800, height: 600 }, stage)).toEqual(WHOLE);
  });

  it('lets a larger picture be moved to its edges and no further', () => {
    const picture = { width: 800, height: 600 };
    expect(within({ scale: 2, x: 900, y: -900 }, picture, stage)).toEqual({ scale: 2, x: 300, y: -300 });
    expect(within({ scale: 2, x: 120, y: 0 }, picture, stage)).toEqual({ scale: 2, x: 120, y: 0 });
  });
});
