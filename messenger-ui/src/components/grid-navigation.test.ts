import { describe, expect, it } from 'vitest';
import { neighbourIndex } from './grid-navigation';

/** Two sections of three columns: five cells, a heading, four cells. */
const CELLS = [0, 1, 2, 3, 4].map((i) => ({ top: Math.floor(i / 3) * 10, left: (i % 3) * 10 }));
CELLS.push(...[0, 1, 2, 3].map((i) => ({ top: 40 + Math.floor(i / 3) * 10, left: (i % 3) * 10 })));

const go = (from: number, key: string, isRtl = false) => neighbourIndex(CELLS, from, key, isRtl);

describe('neighbourIndex', () => {
  it('wraps to the next row', () => {
    expect(go(2, 'ArrowRight')).toBe(3);
    expect(go(3, 'ArrowLeft')).toBe(2);
  });

  it('stays in its column across sections', () => {
    expect(go(1, 'ArrowDown')).toBe(4);
    expect(go(4, 'ArrowDown')).toBe(6);
    expect(go(6, 'ArrowUp')).toBe(4);
  });

  it('selects the nearest cell of a short row', () => {
    expect(go(2, 'ArrowDown')).toBe(4);
    expect(go(7, 'ArrowDown')).toBe(8);
  });

  it('does not move beyond the edges', () => {
    expect(go(0, 'ArrowLeft')).toBe(0);
    expect(go(1, 'ArrowUp')).toBe(1);
    expect(go(8, 'ArrowDown')).toBe(8);
    expect(go(8, 'ArrowRight')).toBe(8);
  });

  it('follows the writing direction', () => {
    expect(go(0, 'ArrowLeft', true)).toBe(1);
    expect(go(1, 'ArrowRight', true)).toBe(0);
  });
});
