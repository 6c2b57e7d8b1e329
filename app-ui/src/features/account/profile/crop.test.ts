import { expect, it } from 'vitest';
import { dragged, squareOf, WHOLE } from './crop';

const wide = { width: 400, height: 200 };

it('takes the largest square of the middle first', () => {
  expect(squareOf(wide, WHOLE)).toEqual({ left: 100, top: 0, side: 200 });
});

it.each([
  [
    { zoom: 2, x: 0, y: 0 },
    { left: 150, top: 50, side: 100 },
  ],
  [
    { zoom: 1, x: -1, y: 1 },
    { left: 0, top: 0, side: 200 },
  ],
  [
    { zoom: 2, x: 1, y: 1 },
    { left: 300, top: 100, side: 100 },
  ],
  [
    { zoom: 99, x: 9, y: -9 },
    { left: 350, top: 0, side: 50 },
  ],
  [
    { zoom: 0, x: 0, y: 0 },
    { left: 100, top: 0, side: 200 },
  ],
])('takes of %j the square %j and never more than there is', (crop, square) => {
  expect(squareOf(wide, crop)).toEqual(square);
});

it('follows the finger', () => {
  const before = squareOf(wide, WHOLE).left;
  const crop = dragged(wide, WHOLE, 0.25, 0);
  expect(squareOf(wide, crop).left).toBe(before - 0.25 * 200);
});

it('stops at the edge and stays where there is no room', () => {
  expect(dragged(wide, WHOLE, -5, 5)).toEqual({ zoom: 1, x: 1, y: 0 });
});
