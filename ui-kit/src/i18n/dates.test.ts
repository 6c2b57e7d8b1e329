import { expect, it } from 'vitest';
import {
  formatAge,
  formatAgo,
  formatBubbleTime,
  formatDate,
  formatDay,
  formatListTime,
  formatMessageTime,
  formatTime,
} from './dates';

const at = (text: string) => new Date(text); // Local time.
const now = at('2026-11-21T09:00:00');

it('formats the time of a message', () => {
  expect(formatMessageTime(at('2026-11-21T15:05:00'), 'en')).toBe('Nov, 21 3:05 pm');
  expect(formatMessageTime(at('2026-03-01T00:00:00'), 'en')).toBe('Mar, 1 12:00 am');
});

it('formats times in the form of the language', () => {
  const morning = at('2026-11-21T08:21:00');
  expect(formatTime(morning, 'de')).toBe('08:21');
  expect(formatTime(at('2026-11-21T15:05:00'), 'ar')).toBe('3:05 م');
  expect(formatListTime(morning, 'de', now)).toBe('08:21');
  expect(formatMessageTime(morning, 'de')).toBe('21. Nov., 08:21');
});

it('bubble shows the day in English only', () => {
  const morning = at('2026-11-21T08:21:00');
  expect(formatBubbleTime(morning, 'de')).toBe('08:21');
  expect(formatBubbleTime(morning, 'en')).toBe('Nov, 21 8:21 am');
});

it('formats today and yesterday as words', () => {
  expect(formatDay(at('2026-11-21T00:01:00'), 'en', now)).toBe('Today');
  expect(formatDay(at('2026-11-20T23:59:00'), 'en', now)).toBe('Yesterday');
  expect(formatDay(at('2026-11-20T23:59:00'), 'de', now)).toBe('Gestern');
  expect(formatDay(at('2026-11-12T10:00:00'), 'en', now)).toBe('Thursday 12 November');
  expect(formatDay(at('2025-11-12T10:00:00'), 'en', now)).toBe('Wednesday, 12 November 2025');
});

it('formats list times as briefly as possible', () => {
  expect(formatListTime(at('2026-11-21T08:30:00'), 'en', now)).toBe('8:30 am');
  expect(formatListTime(at('2026-11-20T08:30:00'), 'en', now)).toBe('Yesterday');
  expect(formatListTime(at('2026-11-17T08:30:00'), 'en', now)).toBe('Tue');
  expect(formatListTime(at('2026-11-14T08:30:00'), 'en', now)).toBe('14 Nov');
});

it('formats an age in whole units', () => {
  expect(formatAge(at('2026-11-21T08:59:30'), 'en', now)).toBe('now');
  expect(formatAge(at('2026-11-21T08:48:00'), 'de', now)).toBe('12 Min.');
  expect(formatAge(at('2026-11-20T10:00:00'), 'en', now)).toBe('23 hr');
  expect(formatAgo(at('2026-11-19T09:00:00'), 'en', now)).toBe('2 days ago');
  expect(formatAgo(at('2026-11-21T08:48:00'), 'ar', now)).toBe('قبل 12 دقيقة');
});

it('formats dates by their purpose', () => {
  const written = (language: string) =>
    (['sentence', 'list', 'weekday', 'short'] as const).map((style) =>
      formatDate('2026-11-12', language, style),
    );
  expect(written('en')).toEqual(['12 November 2026', '12 Nov 2026', 'Thursday 12 November', '12 Nov']);
  expect(written('de')).toEqual([
    '12. November 2026',
    '12. Nov. 2026',
    'Donnerstag, 12. November',
    '12. Nov.',
  ]);
});

it('a day without a time is the same day everywhere', () => {
  expect(formatDate('2026-11-12', 'en', 'short')).toBe(formatDate(at('2026-11-12T00:30'), 'en', 'short'));
});
