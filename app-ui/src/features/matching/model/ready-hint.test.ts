import { expect, it } from 'vitest';
import { readyHint } from './ready-hint';

const group = { actualSize: 1, minimum: 2, startsAfterDays: 5 };
const mentor = { isMentee: false, isGroup: true, places: 3, group };
const pair = { isMentee: false, isGroup: false, places: 2, group: null };
const mentee = { isMentee: true, isGroup: true, places: null, group: null };

it.each([
  ['mentee', { ...mentee, chosen: 1 }, 'readyMentee', 0],
  ['mentor_of_a_pair', { ...pair, chosen: 1 }, 'readyMentor', 0],
  ['none_chosen', { ...pair, chosen: 0 }, 'readyNone', 0],
  ['none_chosen_for_a_group', { ...mentor, chosen: 0 }, 'readyNone', 0],
  ['full_group', { ...mentor, chosen: 3 }, 'readyGroupNow', 0],
  ['group_with_enough', { ...mentor, chosen: 1 }, 'readyGroupLater', 5],
  ['group_below_minimum', { ...mentor, group: { ...group, actualSize: 0 }, chosen: 1 }, 'readyGroupSmall', 5],
] as const)('hint_for_%s', (_, situation, key, count) => {
  expect(readyHint(situation)).toEqual({ key, count });
});
