import { expect, it } from 'vitest';
import { dayInput, startOfDay } from './days';

it('a day begins at local midnight', () => {
  const noon = new Date(2026, 2, 29, 12).getTime();
  expect(dayInput(noon)).toBe('2026-03-29');
  const start = new Date(startOfDay('2026-03-29') ?? '');
  expect([start.getDate(), start.getHours(), start.getMinutes()]).toEqual([29, 0, 0]);
  expect(dayInput(start.getTime() - 1)).toBe('2026-03-28');
});

it.each(['', '2026-02-30', '2026-13-01', '29.03.2026', '20260-01-01', '0050-01-01'])(
  '%j is no day',
  (field) => {
    expect(startOfDay(field)).toBeNull();
  },
);
