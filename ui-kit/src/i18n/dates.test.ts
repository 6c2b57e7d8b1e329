import { expect, it } from 'vitest';
import { formatDay, formatListTime, formatMessageTime } from './dates';

const at = (text: string) => new Date(text); // Without a zone: the reader's own clock.
const now = at('2026-11-21T09:00:00');

it('writes the time of a message as MMM, D h:mm a', () => {
  expect(formatMessageTime(at('2026-11-21T15:05:00'), 'en')).toBe('Nov, 21 3:05 pm');
  expect(formatMessageTime(at('2026-03-01T00:00:00'), 'en')).toBe('Mar, 1 12:00 am');
});

it('names the days near by', () => {
  expect(formatDay(at('2026-11-21T00:01:00'), 'en', now)).toBe('Today');
  expect(formatDay(at('2026-11-20T23:59:00'), 'en', now)).toBe('Yesterday');
  expect(formatDay(at('2026-11-20T23:59:00'), 'de', now)).toBe('Gestern');
  expect(formatDay(at('2026-11-12T10:00:00'), 'en', now)).toBe('Thursday, November 12');
  expect(formatDay(at('2025-11-12T10:00:00'), 'en', now)).toBe('Wednesday, November 12, 2025');
});

it('finds the shortest text for a list', () => {
  expect(formatListTime(at('2026-11-21T08:30:00'), 'en', now)).toBe('8:30 am');
  expect(formatListTime(at('2026-11-20T08:30:00'), 'en', now)).toBe('Yesterday');
  expect(formatListTime(at('2026-11-17T08:30:00'), 'en', now)).toBe('Tue');
  expect(formatListTime(at('2026-11-14T08:30:00'), 'en', now)).toBe('Nov 14');
});
