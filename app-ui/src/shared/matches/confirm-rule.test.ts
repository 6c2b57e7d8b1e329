import { describe, expect, it } from 'vitest';
import { confirmState, isActable, type Obstacle } from './confirm-rule';
import type { InterestStatus, Status } from './types';

const YES = 'interested';
const NO = 'not_interested';

let last = 0;
const match = (
  status: Status,
  interestStatus: InterestStatus | null = null,
  groupCompatibility: 'COMPATIBLE' | 'INCOMPATIBLE' | null = null,
) => {
  last += 1;
  return { id: String(last), status, interestStatus, groupCompatibility };
};

const active = (interestStatus: InterestStatus | null) => match('ACTIVE', interestStatus);

type Case = [
  string,
  { isMentee: boolean; isGroup: boolean; places?: number | null },
  ReturnType<typeof match>[],
  Obstacle | null,
];

const MENTEE = { isMentee: true, isGroup: false };
const MENTEE_IN_GROUP = { isMentee: true, isGroup: true };
const MENTOR = { isMentee: false, isGroup: false };
const MENTOR_OF_GROUP = { isMentee: false, isGroup: true };

it.each<Case>([
  ['mentee, all decided', MENTEE, [active(YES), active(NO)], null],
  ['mentee, one undecided', MENTEE, [active(YES), active(null)], 'undecided'],
  ['mentee, only No', MENTEE, [active(NO)], null],
  ['mentee, closed ones do not count', MENTEE, [active(YES), match('EXPIRED'), match('PENDING')], null],
  ['mentee, nothing to act on', MENTEE, [match('EXPIRED'), match('PAIR_COMPLETE')], 'nothing'],
  ['mentee, no matches', MENTEE, [], 'nothing'],
  [
    'mentee in a group, those that do not fit are excluded',
    MENTEE_IN_GROUP,
    [
      active(YES),
      match('ACTIVE', null, 'INCOMPATIBLE'),
      match('INCOMPATIBLE'),
      match('GROUP_FULL'),
      match('PAIR_COMPLETE'),
    ],
    null,
  ],
  [
    'mentee in a group, a fitting one is undecided',
    MENTEE_IN_GROUP,
    [match('ACTIVE', null, 'COMPATIBLE')],
    'undecided',
  ],
  ['mentor, within the places', { ...MENTOR, places: 1 }, [active(YES), active(NO)], null],
  ['mentor, too many', { ...MENTOR, places: 1 }, [active(YES), active(YES)], 'tooMany'],
  [
    'mentor, too many comes before undecided',
    { ...MENTOR, places: 0 },
    [active(YES), active(null)],
    'tooMany',
  ],
  ['mentor, no place is needed for No', { ...MENTOR, places: 0 }, [active(NO)], null],
  ['mentor, unlimited', { ...MENTOR, places: null }, [active(YES), active(YES)], null],
  ['mentor of a group, all decided', { ...MENTOR_OF_GROUP, places: 2 }, [active(YES), active(NO)], null],
  [
    'mentor of a group, one undecided',
    { ...MENTOR_OF_GROUP, places: 2 },
    [active(YES), active(null)],
    'undecided',
  ],
  [
    'mentor of a full group, the others wait',
    { ...MENTOR_OF_GROUP, places: 1 },
    [active(YES), active(null)],
    null,
  ],
  ['mentor of a group, nothing decided', { ...MENTOR_OF_GROUP, places: 0 }, [active(null)], 'undecided'],
  ['mentor of a group, too many', { ...MENTOR_OF_GROUP, places: 1 }, [active(YES), active(YES)], 'tooMany'],
])('%s', (_, situation, matches, obstacle) => {
  expect(confirmState({ places: null, ...situation, matches }).obstacle).toBe(obstacle);
});

it('mentor_of_group_need_not_decline_clashing_candidates', () => {
  const clash = active(null);
  const situation = { ...MENTOR_OF_GROUP, places: 3, clashing: new Set([clash.id]) };
  expect(confirmState({ ...situation, matches: [active(YES), clash] }).obstacle).toBeNull();
  expect(confirmState({ ...situation, matches: [clash] }).obstacle).toBe('undecided');
  expect(
    confirmState({ ...MENTOR, places: 3, clashing: new Set([clash.id]), matches: [active(YES), clash] })
      .obstacle,
  ).toBe('undecided');
});

it('state_names_undecided_and_excess', () => {
  const undecided = active(null);
  const state = confirmState({
    ...MENTOR,
    places: 1,
    matches: [active(YES), active(YES), active(YES), undecided],
  });
  expect(state.excess).toBe(2);
  expect(state.undecided).toEqual([undecided]);
});

describe('isActable', () => {
  it.each([
    'PENDING',
    'SUCCESS',
    'EXPIRED',
    'REJECTED',
    'INCOMPATIBLE',
    'GROUP_FULL',
    'PAIR_COMPLETE',
  ] as const)('%s_cannot_be_acted_on', (status) => {
    expect(isActable(match(status), true, true)).toBe(false);
    expect(isActable(match(status), false, false)).toBe(false);
  });

  it('mentor_may_decline_a_clashing_candidate', () => {
    expect(isActable(match('ACTIVE', null, 'INCOMPATIBLE'), false, true)).toBe(true);
    expect(isActable(match('ACTIVE', null, 'INCOMPATIBLE'), true, true)).toBe(false);
  });
});
