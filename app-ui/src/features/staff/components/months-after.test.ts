import { expect, test } from 'vitest';
import { monthsAfter } from './days';

test('months end with their last day', () => {
  expect(monthsAfter('2026-11-29', 24)).toBe('2028-11-29');
  expect(monthsAfter('2026-01-31', 1)).toBe('2026-02-28');
  expect(monthsAfter('2026-12-31', 2)).toBe('2027-02-28');
});
