import { describe, expect, it } from 'vitest';
import { imageSize } from './image-size';

describe('imageSize', () => {
  it.each([
    ['a small image not at all', 200, 150, { width: 200, height: 150 }],
    ['a wide image to the maximum width', 3200, 1600, { width: 320, height: 160 }],
    ['a high image to the maximum height', 1000, 2000, { width: 150, height: 300 }],
    ['a flat image to the minimum height', 4000, 10, { width: 320, height: 48 }],
    ['a narrow image to the minimum width', 10, 4000, { width: 96, height: 300 }],
    ['an unknown size to the default', null, 700, { width: 240, height: 180 }],
  ])('scales %s', (_name, width, height, box) => {
    expect(imageSize(width, height)).toEqual(box);
  });
});
