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

test('this week is done, open, or left to the message', () => {
  const at = (day: number, hour = 12) => new Date(2026, 2, day, hour);
  const week = (day: number) => ({ timestamp: at(day).toISOString() });
  const thursday = at(12).getTime();
  expect(weekMessage([], thursday)).toBeNull();
  expect(weekMessage([week(2), week(9)], thursday)).toBe('weekDone');
  expect(weekMessage([week(8)], thursday)).toBe('weekOpen');
  expect(weekMessage([week(4)], thursday)).toBeNull();
  expect(weekMessage([week(9)], at(15, 23).getTime())).toBe('weekDone');
  expect(weekMessage([week(15)], at(16, 0).getTime())).toBe('weekOpen');
});
