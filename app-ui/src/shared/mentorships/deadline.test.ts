import { describe, expect, test } from 'vitest';
import { labelsOf, shortDay, urgencyOf } from './deadline';
import type { MentorshipSession } from './mentorship';

test('days are named as in the language', () => {
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-11', '2026-03-22', '2026-03-31'];
  expect(days.map((day) => shortDay(day, 'en'))).toEqual([
    'Mar 1st',
    'Mar 2nd',
    'Mar 3rd',
    'Mar 11th',
    'Mar 22nd',
    'Mar 31st',
  ]);
  expect(shortDay('2026-03-16', 'de')).toBe('16. März');
});

test.each([
  ['2026-03-19', 'calm'],
  ['2026-03-18', 'soon'],
  ['2026-03-16', 'soon'],
  ['2026-03-15', 'over'],
])('on 16 March, %s is %s', (day, expected) => {
  expect(urgencyOf(day, new Date(2026, 2, 16, 23, 59))).toBe(expected);
  expect(urgencyOf(day, new Date(2026, 2, 16, 0, 0))).toBe(expected);
});

describe('labels', () => {
  test.each([
    ['NOT_STARTED', 'NOT_STARTED', ['completeBy']],
    ['NOT_STARTED', 'PARTIAL_COMPLETE', ['completeBy', 'partnerDone']],
    ['ONGOING', 'ONGOING', ['completeBy']],
    ['ONGOING', 'PARTIAL_COMPLETE', ['completeBy', 'partnerDone']],
    ['PARTIAL_COMPLETE', 'ONGOING', ['partnerYet']],
    ['PARTIAL_COMPLETE', 'NOT_STARTED', ['partnerYet']],
    ['COMPLETED', 'COMPLETED', ['completed']],
    ['ONGOING', null, ['completeBy']],
  ])('%s beside %s', (status, partnerStatus, expected) => {
    expect(labelsOf({ status, partnerStatus, catchUp: false } as MentorshipSession)).toEqual(expected);
  });
  test('of a session that the others have completed', () => {
    const late = { status: 'COMPLETED', partnerStatus: 'COMPLETED', catchUp: true } as MentorshipSession;
    expect(labelsOf(late)).toEqual(['catchUp']);
  });
});
