import { describe, expect, it } from 'vitest';
import { neighbour } from './neighbour';

/** Two sections of three columns: five things, a heading, four things. */
const PLACES = [0, 1, 2, 3, 4].map((i) => ({ top: Math.floor(i / 3) * 10, left: (i % 3) * 10 }));
PLACES.push(...[0, 1, 2, 3].map((i) => ({ top: 40 + Math.floor(i / 3) * 10, left: (i % 3) * 10 })));

const go = (from: number, key: string, isRtl = false) => neighbour(PLACES, from, key, isRtl);

describe('neighbour', () => {
  it('goes on to the next row at the end of one', () => {
    expect(go(2, 'ArrowRight')).toBe(3);
    expect(go(3, 'ArrowLeft')).toBe(2);
  });

  it('stays in its column, also from one section to the next', () => {
    expect(go(1, 'ArrowDown')).toBe(4);
    expect(go(4, 'ArrowDown')).toBe(6);
    expect(go(6, 'ArrowUp')).toBe(4);
  });

  it('takes the nearest where a row is short', () => {
    expect(go(2, 'ArrowDown')).toBe(4);
    expect(go(7, 'ArrowDown')).toBe(8);
  });

  it('stays at the edges', () => {
    expect(go(0, 'ArrowLeft')).toBe(0);
    expect(go(1, 'ArrowUp')).toBe(1);
    expect(go(8, 'ArrowDown')).toBe(8);
    expect(go(8, 'ArrowRight')).toBe(8);
  });

  it('follows the direction of the writing', () => {
    expect(go(0, 'ArrowLeft', true)).toBe(1);
    expect(go(1, 'ArrowRight', true)).toBe(0);
  });
});
