import { expect, it } from 'vitest';
import { SURVEY } from '../testing';
import { type Draft, draftOf, isDraft, problemsOf, requestOf } from './draft';

const TODAY = '2026-06-10';
const NORTH = { id: 'north', key: 'north', title: 'Northfield', today: TODAY, surveys: [SURVEY] };
const PRESET = draftOf([NORTH], {}, {});

it('preset form asks everyone for four weeks from today', () => {
  expect(problemsOf(PRESET, TODAY).size).toBe(0);
  expect(requestOf(PRESET)).toEqual({
    programme: 'north',
    survey: 'halfway',
    roles: ['mentor', 'mentee'],
    cohort: null,
    kind: 'dates',
    opensOn: '2026-06-10',
    closesOn: '2026-07-07',
    week: null,
    openWeeks: null,
    remindAfter: [7, 14],
  });
});

it('only what belongs to the kind is sent', () => {
  const weeks = { opensOn: null, closesOn: null, openWeeks: 4 };
  expect(requestOf({ ...PRESET, kind: 'week' })).toMatchObject({ ...weeks, week: 12 });
  expect(requestOf({ ...PRESET, kind: 'exit' })).toMatchObject({ ...weeks, week: null });
});

it('roles that may take no surveys are left out', () => {
  const programme = { ...NORTH, surveys: [{ ...SURVEY, canTake: ['mentee' as const] }] };
  expect(draftOf([programme], {}, {}).roles).toEqual(['mentee']);
});

it('one of several surveys and programmes is not chosen before', () => {
  const south = { ...NORTH, id: 'south', surveys: [SURVEY, { ...SURVEY, key: 'exit' }] };
  expect(draftOf([NORTH, south], {}, {})).toMatchObject({ programme: '', survey: '' });
  expect(draftOf([NORTH, south], { programme: 'south' }, {})).toMatchObject({ survey: '' });
  const given = { programme: 'south', survey: 'exit' };
  expect(draftOf([NORTH, south], given, {})).toMatchObject(given);
});

it.each<[Partial<Draft>, string, string]>([
  [{ survey: '' }, 'survey', 'survey'],
  [{ roles: [] }, 'roles', 'roles'],
  [{ opensOn: '' }, 'opensOn', 'day'],
  [{ opensOn: '2026-06-09' }, 'opensOn', 'past'],
  [{ opensOn: '2027-06-11', closesOn: '2027-06-12' }, 'opensOn', 'far'],
  [{ closesOn: '' }, 'closesOn', 'day'],
  [{ closesOn: '2026-06-09' }, 'closesOn', 'order'],
  [{ closesOn: '2026-12-08' }, 'closesOn', 'long'],
  [{ kind: 'week', week: '' }, 'week', 'week'],
  [{ kind: 'week', week: '105' }, 'week', 'week'],
  [{ kind: 'week', week: '1.5' }, 'week', 'week'],
  [{ kind: 'exit', openWeeks: '0' }, 'openWeeks', 'openWeeks'],
  [{ kind: 'exit', openWeeks: '13' }, 'openWeeks', 'openWeeks'],
])('%j is wrong', (change, field, problem) => {
  expect([...problemsOf({ ...PRESET, ...change }, TODAY)]).toEqual([[field, problem]]);
});

it.each<[Partial<Draft>]>([
  [{ closesOn: '2026-06-10' }],
  [{ closesOn: '2026-12-07' }],
  [{ opensOn: '2027-06-10', closesOn: '2027-06-10' }],
  [{ kind: 'week', week: '104', openWeeks: '12' }],
  [{ kind: 'exit', week: 'x', opensOn: '' }],
])('%j is right', (change) => {
  expect([...problemsOf({ ...PRESET, ...change }, TODAY)]).toEqual([]);
});

it('what another version has stored is no draft', () => {
  expect(isDraft({ kind: 'exit', roles: ['mentor'], week: '3', reminders: 'one' })).toBe(true);
  for (const one of [null, 'x', { kind: 'monthly' }, { roles: ['staff'] }, { week: 3 }, { reminders: 'x' }])
    expect(isDraft(one)).toBe(false);
});
