import { describe, expect, it } from 'vitest';
import {
  formatLeft,
  isExpired,
  milestonesBetween,
  milestonesOf,
  nextMilestone,
  partsOf,
  spanOf,
} from './countdown';
import type { Match } from './types';

const HOUR = 3_600_000;
const START = Date.parse('2026-05-04T10:00:00Z');
const at = (hours: number) => new Date(START + hours * HOUR).toISOString();
const match = (id: string, hours: number, status: Match['status'] = 'ACTIVE') => ({
  id,
  status,
  updatedTimestamp: at(hours),
  expiresAt: null as string | null,
  isExpired: false,
});

describe('spanOf', () => {
  const nina = match('nina', 0);
  const joel = match('joel', 5);
  const matches = [match('old', -100, 'EXPIRED'), nina, joel];

  it('mentee_counts_from_first_active_match', () => {
    const rules = { matches, isMentee: true, expiryHours: 72 };
    expect(spanOf(joel, rules)).toEqual({ from: START, until: START + 72 * HOUR });
  });

  it('mentor_counts_from_each_match', () => {
    const rules = { matches, isMentee: false, expiryHours: 48 };
    expect(spanOf(joel, rules)).toEqual({ from: START + 5 * HOUR, until: START + 53 * HOUR });
  });

  it('end_named_by_the_server_counts', () => {
    const ending = { ...nina, expiresAt: at(48) };
    const all = [ending, { ...joel, expiresAt: at(60) }];
    const span = { from: START, until: START + 48 * HOUR };
    expect(spanOf(ending, { matches: all, isMentee: false, expiryHours: 72 })).toEqual(span);
    expect(spanOf(joel, { matches: all, isMentee: true, expiryHours: 72 })).toEqual(span);
  });

  it.each(['PENDING', 'EXPIRED', 'REJECTED', 'GROUP_FULL'] as const)('%s_has_no_countdown', (status) => {
    expect(spanOf(match('x', 0, status), { matches, isMentee: true, expiryHours: 72 })).toBeNull();
  });
});

it('match_expires_at_end_of_span', () => {
  const span = { from: START, until: START + 10 };
  expect(isExpired(match('a', 0), span, START + 9)).toBe(false);
  expect(isExpired(match('a', 0), span, START + 10)).toBe(true);
  expect(isExpired(match('a', 0, 'EXPIRED'), null, START)).toBe(true);
  expect(isExpired({ ...match('a', 0), isExpired: true }, span, START)).toBe(true);
});

describe('milestones', () => {
  const span = { from: 0, until: 100 };

  it('are_half_nine_tenths_and_end', () => {
    expect(milestonesOf(span).map(({ at: time }) => time)).toEqual([50, 90, 100]);
  });

  it.each([
    [0, 49, []],
    [0, 50, ['half']],
    [50, 89, []],
    [50, 90, ['nineTenths']],
    [49, 100, ['half', 'nineTenths', 'end']],
    [100, 200, []],
  ])('between_%i_and_%i', (before, now, expected) => {
    expect(milestonesBetween(span, before, now)).toEqual(expected);
  });

  it('next_is_the_earliest_of_all_spans', () => {
    expect(nextMilestone([span, { from: 20, until: 60 }], 30)).toBe(40);
    expect(nextMilestone([span], 100)).toBeNull();
    expect(nextMilestone([], 0)).toBeNull();
  });
});

it.each([
  [
    52 * HOUR,
    [
      [2, 'day'],
      [4, 'hour'],
    ],
  ],
  [48 * HOUR, [[2, 'day']]],
  [
    3 * HOUR + 61_000,
    [
      [3, 'hour'],
      [1, 'minute'],
    ],
  ],
  [59 * 60_000 + 59_000, [[59, 'minute']]],
  [59_001, [[60, 'second']]],
  [0, [[0, 'second']]],
  [-5, [[0, 'second']]],
])('%i ms is shown in two units', (left, parts) => {
  expect(partsOf(left)).toEqual(parts);
});

it('time_left_is_written_out', () => {
  expect(formatLeft(52 * HOUR, 'en')).toBe('2 days 4 hours');
  expect(formatLeft(60_000, 'en')).toBe('1 minute');
});
