import { expect, it } from 'vitest';
import { formatDuration } from './duration';

it.each([
  [0, '0:00'],
  [-5, '0:00'],
  [59_999, '0:59'],
  [754_000, '12:34'],
  [3_600_000, '1:00:00'],
  [11_045_000, '3:04:05'],
])('%i ms are %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds, 'en')).toBe(text);
});
