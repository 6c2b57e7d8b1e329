import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clashesOf, compatibilityOf, openSpots } from '../../../shared/matches/group-rule';
import type { Criteria, InterestStatus } from '../../../shared/matches/types';
import { needsWith } from './group-needs';

const criteria = (answers: Record<string, string[]>, optional: string[] = []): Criteria =>
  Object.fromEntries(
    Object.entries(answers).map(([key, matchedAnswer]) => [
      key,
      { mandatory: !optional.includes(key), matchedAnswer, name: key, localeName: key, icon: 'star' },
    ]),
  );
const candidate = (
  id: string,
  answers: Record<string, string[]>,
  interestStatus: InterestStatus | null = null,
) => ({ id, interestStatus, exclusiveCriteria: criteria(answers) });

describe('clashesOf', () => {
  it.each([
    ['answers overlap', { a: ['1', '2'] }, { a: ['2', '3'] }, []],
    ['answers differ', { a: ['1'] }, { a: ['2'] }, ['a']],
    ['one side lacks a criterion', { a: ['1'], b: ['1'] }, { a: ['1'] }, ['b']],
    ['the other side lacks a criterion', { a: ['1'] }, { a: ['1'], b: ['1'] }, ['b']],
    ['nothing is answered', { a: [] }, { a: [] }, ['a']],
    ['neither has criteria', {}, {}, []],
    ['several clash', { b: ['1'], a: ['1'] }, { a: ['2'], b: ['2'] }, ['a', 'b']],
  ] as [string, Record<string, string[]>, Record<string, string[]>, string[]][])(
    'when %s',
    (_, one, other, expected) => {
      expect(clashesOf(criteria(one), criteria(other))).toEqual(expected);
      expect(clashesOf(criteria(other), criteria(one))).toEqual(expected);
    },
  );

  it('optional_criteria_do_not_clash', () => {
    expect(clashesOf(criteria({ a: ['1'] }, ['a']), criteria({ a: ['2'] }, ['a']))).toEqual([]);
    expect(clashesOf(criteria({ a: ['1'] }, ['a']), criteria({ a: ['2'] }))).toEqual(['a']);
  });
});

describe('compatibilityOf', () => {
  const leo = candidate('leo', { language: ['en', 'ar'] }, 'interested');
  const mina = candidate('mina', { language: ['en'] });
  const ida = candidate('ida', { language: ['de'] });

  it('undecided_candidates_are_checked_against_chosen_ones', () => {
    const group = { groupSize: 4, actualSize: 0, members: [] };
    expect(Object.fromEntries(compatibilityOf(group, [leo, mina, ida]))).toEqual({
      mina: { groupCompatibility: 'COMPATIBLE', clashingCriterias: [] },
      ida: { groupCompatibility: 'INCOMPATIBLE', clashingCriterias: ['language'] },
    });
  });

  it('undecided_candidates_are_checked_against_members', () => {
    const group = { groupSize: 4, actualSize: 1, members: [candidate('yara', { language: ['ar'] })] };
    expect(compatibilityOf(group, [mina]).get('mina')?.groupCompatibility).toBe('INCOMPATIBLE');
  });

  it('full_group_shows_no_clashes', () => {
    const group = { groupSize: 2, actualSize: 1, members: [candidate('yara', { language: ['ar'] })] };
    expect(compatibilityOf(group, [leo, mina, ida]).get('ida')).toEqual({
      groupCompatibility: 'COMPATIBLE',
      clashingCriterias: [],
    });
  });

  it('empty_group_fits_all', () => {
    const all = compatibilityOf({ groupSize: 4, actualSize: 0, members: [] }, [mina, ida]);
    expect([...all.values()].map((one) => one.groupCompatibility)).toEqual(['COMPATIBLE', 'COMPATIBLE']);
  });
});

it('open_spots_shrink_with_each_choice', () => {
  const group = { groupSize: 4, actualSize: 2 };
  const yes = (id: string) => candidate(id, {}, 'interested');
  expect(openSpots(group, [candidate('a', {}), candidate('b', {}, 'not_interested')])).toBe(2);
  expect(openSpots(group, [yes('a')])).toBe(1);
  expect(openSpots(group, [yes('a'), yes('b'), yes('c')])).toBe(0);
});

describe('needsWith', () => {
  const named = { key: 'language', name: '', localeName: '', icon: 'star' } as const;
  const need = { ...named, answers: ['Arabic', 'English'], localeAnswers: ['Arabisch', 'Englisch'] };
  const existingMemberInfo = [
    candidate('yara', { language: ['en', 'ar', 'fr'] }),
    candidate('ben', { language: ['ar', 'en'] }),
  ].map((one) => ({ ...one, fullName: one.id, role: 'Mentee' as const, displayPicture: null }));

  it('choices_narrow_shared_answers', () => {
    const group = { clubRule: [need], existingMemberInfo };
    expect(needsWith(group, [])).toEqual([need]);
    expect(needsWith(group, [candidate('mina', { language: ['en'] })])).toMatchObject([
      { answers: ['English'], localeAnswers: ['Englisch'] },
    ]);
  });

  it('first_choice_brings_needs_into_an_empty_group', () => {
    const empty = { clubRule: [], existingMemberInfo: [] };
    const brings = (answers: Record<string, string[]>) => ({
      exclusiveCriteria: criteria({ ...answers, sport: ['ball'] }, ['sport']),
    });
    expect(needsWith(empty, [])).toEqual([]);
    const needs = needsWith(empty, [
      brings({ language: ['en'] }),
      brings({ language: ['en'], time: ['noon'] }),
    ]);
    expect(needs.map(({ key, answers }) => [key, answers])).toEqual([
      ['language', []],
      ['time', []],
    ]);
  });

  it('unknown_answers_are_not_narrowed', () => {
    const group = { clubRule: [{ ...need, answers: ['Arabic'] }], existingMemberInfo };
    expect(needsWith(group, [candidate('mina', { language: ['en'] })])).toEqual(group.clubRule);
  });
});

/** The table that the engine's tests read, too. */
const TABLE = 'matching/tests/group-cases.json';

interface SharedCase {
  name: string;
  groupSize: number;
  members: { exclusiveCriteria: Criteria }[];
  candidates: { id: string; interestStatus: InterestStatus | null; exclusiveCriteria: Criteria }[];
  expected: { id: string; groupCompatibility: string | null; clashingCriterias: string[] }[];
}

const shared: SharedCase[] = JSON.parse(readFileSync(TABLE, 'utf8')).cases;

it.each(shared)('shared case $name', ({ groupSize, members, candidates, expected }) => {
  const marks = compatibilityOf({ groupSize, actualSize: members.length, members }, candidates);
  const undecided = { groupCompatibility: null, clashingCriterias: [] };
  expect(candidates.map(({ id }) => ({ id, ...(marks.get(id) ?? undecided) }))).toEqual(expected);
});
