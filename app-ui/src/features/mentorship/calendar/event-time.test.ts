import { expect, test } from 'vitest';
import { formatDeadline, formatEventTime, toField } from './event-time';

test('times of events have the form of the calendar', () => {
  const at = new Date(2026, 2, 5, 18, 0);
  expect(formatEventTime(at, 'en')).toBe('Thu, 5 Mar, 2026, 06:00 pm');
  expect(formatEventTime(new Date(2026, 2, 5, 0, 5), 'en')).toBe('Thu, 5 Mar, 2026, 12:05 am');
  expect(formatEventTime(at, 'de')).toContain('2026');
  expect(formatDeadline(at, 'en')).toBe('5 Mar');
  expect(toField(at)).toBe('2026-03-05T18:00');
});
