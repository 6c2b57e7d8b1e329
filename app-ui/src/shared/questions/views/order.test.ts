import { expect, it } from 'vitest';
import { dropIndex, move } from './order';

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 9, 'acb'],
  [1, -1, 'bac'],
  [1, 1, 'abc'],
])('moves %i to %i', (from, to, order) => {
  expect(move(['a', 'b', 'c'], from, to).join('')).toBe(order);
});

it.each([
  [0, 0, 0],
  [0, 40, 0],
  [0, 65, 1],
  [0, 1_000, 2],
  [2, -65, 1],
  [2, -1_000, 0],
  [1, 65, 2],
  [1, -65, 0],
])('item %i dragged by %i pixels drops at %i', (from, offset, index) => {
  const boxes = [0, 110, 220].map((top) => ({ top, height: 100 }));
  expect(dropIndex(boxes, from, offset)).toBe(index);
});
