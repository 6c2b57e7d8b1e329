import { expect, test } from 'vitest';
import { streakMessage, weekMessage } from './streak';

test('the message follows the number of weeks and the last seven days', () => {
  const now = Date.parse('2026-03-12T12:00:00Z');
  const recent = { timestamp: '2026-03-05T12:00:00Z' };
  const old = { timestamp: '2026-03-05T11:59:59Z' };
  expect(streakMessage([], now)).toBe('startStreak');
  expect(streakMessage([recent], now)).toBe('maintainStreakNextWeek');
  expect(streakMessage([old], now)).toBe('maintainStreakThisWeek');
  expect(streakMessage([old, recent], now)).toBe('congratulationsMaintainStreakNextWeek');
  expect(streakMessage([old, old], now)).toBe('maintainStreakDefault');
});

test('this week is done, begun, open, or left to the message', () => {
  const now = Date.parse('2026-03-12T12:00:00Z');
  const recent = [{ timestamp: '2026-03-08T12:00:00Z' }];
  const old = [{ timestamp: '2026-03-04T12:00:00Z' }];
  expect(weekMessage([], 0, now)).toBeNull();
  expect(weekMessage(old, 0, now)).toBeNull();
  expect(weekMessage(recent, 0, now)).toBe('weekOpen');
  expect(weekMessage(recent, 1, now)).toBe('weekBegun');
  expect(weekMessage([], 2, now)).toBe('weekBegun');
  expect(weekMessage(old, 3, now)).toBe('weekDone');
});
