import { expect, test } from 'vitest';
import { currentPauses, newPause, problemOf } from './pauses';

const now = new Date(2026, 2, 5, 23, 30);

test('a new pause begins today and lasts a week', () => {
  expect(newPause(now)).toEqual({ startsOn: '2026-03-05', endsOn: '2026-03-11' });
});

test.each([
  ['2026-03-05', '2026-03-05', null],
  ['2026-03-04', '2026-03-08', 'past'],
  ['2026-03-08', '2026-03-07', 'order'],
  ['2026-03-05', '2026-06-04', null],
  ['2026-03-05', '2026-06-05', 'long'],
  ['', '2026-06-05', 'days'],
])('a pause from %s to %s: %s', (startsOn, endsOn, expected) => {
  expect(problemOf({ startsOn, endsOn }, now)).toBe(expected);
});

test('only the last pause is taken back, and only until it is over', () => {
  const pause = (id: string, startsOn: string, endsOn: string) => ({ id, startsOn, endsOn });
  const over = pause('1', '2026-03-01', '2026-03-04');
  const later = pause('2', '2026-04-01', '2026-04-07');
  const today = pause('3', '2026-03-05', '2026-03-05');
  expect(currentPauses([over, today, later], now)).toEqual({ current: [today, later], removable: '3' });
  expect(currentPauses([over, later], now).removable).toBe('2');
  expect(currentPauses([{ ...over, id: '4' }, later], now)).toEqual({
    current: [later],
    removable: undefined,
  });
});
