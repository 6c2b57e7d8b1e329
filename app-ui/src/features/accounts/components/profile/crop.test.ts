import { expect, it } from 'vitest';
import { cropSquare, FULL_CROP, panCrop } from './crop';

const wide = { width: 400, height: 200 };

it('starts with the largest centred square', () => {
  expect(cropSquare(wide, FULL_CROP)).toEqual({ left: 100, top: 0, side: 200 });
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
])('crop %j selects the square %j', (crop, square) => {
  expect(cropSquare(wide, crop)).toEqual(square);
});

it('drag moves the crop with the pointer', () => {
  const before = cropSquare(wide, FULL_CROP).left;
  const crop = panCrop(wide, FULL_CROP, 0.25, 0);
  expect(cropSquare(wide, crop).left).toBe(before - 0.25 * 200);
});

it('drag stops at the edge of the picture', () => {
  expect(panCrop(wide, FULL_CROP, -5, 5)).toEqual({ zoom: 1, x: 1, y: 0 });
});
