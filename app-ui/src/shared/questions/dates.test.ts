import { expect, it } from 'vitest';
import { formatWritten, toInstant, withoutZone, withZone } from './dates';
import { formatNumber, parseNumber } from './numbers';

it('day is formatted without a time zone', () => {
  expect(formatWritten('2011-02-28', 'en-GB')).toMatch(/^Monday,? 28 February 2011$/);
  expect(formatWritten('2026-12-01T23:30:00+14:00', 'en-GB')).toMatch(/1 December 2026.*23:30/);
});

it('local time gets the zone of the device and keeps what was written', () => {
  const instant = withZone('2026-07-01T09:30');
  expect(instant).toMatch(/^2026-07-01T09:30:00[+-]\d\d:\d\d$/);
  expect(new Date(instant)).toEqual(new Date(2026, 6, 1, 9, 30));
  expect(toInstant(instant)).toBe(instant);
  expect(withoutZone('2026-03-02T09:00:00+05:45')).toBe('2026-03-02T09:00');
});

it('formatted number is read again', () => {
  for (const language of ['en', 'de', 'ar']) {
    for (const number of [0, -3, 1234.5, 0.125, 1_000_000]) {
      expect(parseNumber(formatNumber(number, language).replace(/[\u200e\u200f\u061c]/g, ''))).toBe(number);
    }
  }
});
