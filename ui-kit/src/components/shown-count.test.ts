import { expect, it } from 'vitest';
import { shownCount } from './shown-count';

it.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%i is shown as %s', (count, shown) => {
  expect(shownCount(count)).toBe(shown);
});
