import { expect, test } from 'vitest';
import { problemOf, shownMeetings } from './meetings';

const days = { firstDay: '2026-02-01', lastDay: '2026-03-05' };

test.each([
  ['2026-03-05', '', null],
  ['2026-02-01', '45', null],
  ['2026-01-31', '', 'day'],
  ['2026-03-06', '', 'day'],
  ['', '', 'day'],
  ['2026-03-05', '0', 'minutes'],
  ['2026-03-05', '601', 'minutes'],
  ['2026-03-05', '4.5', 'minutes'],
])('a meeting on %s of %s minutes: %s', (metOn, minutes, expected) => {
  expect(problemOf({ metOn, kind: 'phone', minutes }, days)).toBe(expected);
});

test('the last three meetings are shown, and what was entered last', () => {
  const meeting = (id: string, isOwn: boolean) => ({
    id,
    metOn: '',
    kind: 'phone' as const,
    minutes: null,
    isOwn,
  });
  const all = ['5', '4', '3', '2', '6', '1'].map((id) => meeting(id, id === '6' || id === '1'));
  expect(shownMeetings(all).map(({ id }) => id)).toEqual(['5', '4', '3', '6']);
});
