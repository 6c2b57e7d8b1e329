import { describe, expect, it } from 'vitest';
import { pictureBox } from './picture-box';

describe('pictureBox', () => {
  it.each([
    ['a small picture as it is', 200, 150, { width: 200, height: 150 }],
    ['a wide one as wide as may be', 3200, 1600, { width: 320, height: 160 }],
    ['a high one as high as may be', 1000, 2000, { width: 150, height: 300 }],
    ['a line so that one can hit it', 4000, 10, { width: 320, height: 48 }],
    ['a thread too', 10, 4000, { width: 96, height: 300 }],
    ['one of unknown size like all of those', null, 700, { width: 240, height: 180 }],
  ])('shows %s', (_name, width, height, box) => {
    expect(pictureBox(width, height)).toEqual(box);
  });
});
