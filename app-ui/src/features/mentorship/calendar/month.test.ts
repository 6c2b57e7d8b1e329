import { expect, test } from 'vitest';
import { addMonths, dayAfterKey, firstWeekday, parseDay, weeksOf } from './month';

test('a month is shown in whole weeks', () => {
  const march = weeksOf('2026-03-17', 1);
  expect(march.map((week) => week[0])).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-09',
    '2026-03-16',
    '2026-03-23',
    '2026-03-30',
  ]);
  expect(march.every((week) => week.length === 7)).toBe(true);
  expect(weeksOf('2026-02-10', 7)).toHaveLength(4);
  expect(weeksOf('2026-03-17', 6)[0]?.[0]).toBe('2026-02-28');
});

test('every month contains each of its days once', () => {
  for (let month = '2024-01-15'; month < '2027-01'; month = addMonths(month, 1)) {
    for (const first of [1, 6, 7]) {
      const days = weeksOf(month, first).flat();
      const own = days.filter((day) => day.startsWith(month.slice(0, 7)));
      const [year, number] = month.split('-').map(Number) as [number, number];
      expect(own).toHaveLength(new Date(year, number, 0).getDate());
      expect(new Set(days).size).toBe(days.length);
    }
  }
});

test('months keep the day where it exists', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-12-05', 1)).toBe('2027-01-05');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
});

test('weeks begin as in the language', () => {
  expect(['en', 'de'].map(firstWeekday)).toEqual([1, 1]);
});

test('days of the address are checked', () => {
  expect(['2026-03-05', '2026-02-30', '2026-3-5', 'today', null].map(parseDay)).toEqual([
    '2026-03-05',
    null,
    null,
    null,
    null,
  ]);
});

test('keys move by day, week and month, mirrored from right to left', () => {
  const weeks = weeksOf('2026-03-05', 1);
  const after = (key: string, isRtl = false) => dayAfterKey(key, '2026-03-05', isRtl, weeks);
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => after(key))).toEqual([
    '2026-03-04',
    '2026-03-06',
    '2026-02-26',
    '2026-03-12',
  ]);
  expect(after('ArrowLeft', true)).toBe('2026-03-06');
  expect(['Home', 'End', 'PageUp', 'PageDown', 'Enter'].map((key) => after(key))).toEqual([
    '2026-03-02',
    '2026-03-08',
    '2026-02-05',
    '2026-04-05',
    undefined,
  ]);
});
