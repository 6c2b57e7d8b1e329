import { expect, test } from 'vitest';
import { problemOf } from './meetings';

const now = new Date(2026, 2, 5, 23, 30);
const startedOn = new Date(2026, 1, 1, 12).toISOString();

test.each([
  ['2026-03-05', '', null],
  ['2026-02-01', '45', null],
  ['2026-01-31', '', 'day'],
  ['2026-03-06', '', 'day'],
  ['', '', 'day'],
  ['2026-03-05', '0', 'minutes'],
  ['2026-03-05', '601', 'minutes'],
  ['2026-03-05', '4.5', 'minutes'],
])('a meeting on %s of %s minutes: %s', (metOn, minutes, expected) => {
  expect(problemOf({ metOn, kind: 'phone', minutes }, startedOn, now)).toBe(expected);
});
