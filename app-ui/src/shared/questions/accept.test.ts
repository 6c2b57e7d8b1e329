import { expect, it } from 'vitest';
import table from '../../../../questions/tests/cases.json';
import { accept, type Problem } from './accept';
import { toQuestions } from './question';
import { ANSWER_FORMS, QUESTION_TYPES, type QuestionType } from './question-types';

/** The definition of a case uses the names of the crate. */
interface Case {
  type: string;
  question?: { no_future?: boolean; scale?: { min: number; max: number } };
  answer: unknown;
  stored?: unknown;
  problem?: Problem;
}

const COUNTS: Partial<Record<string, number>> = {
  AgreeabilityThreeOptions: 3,
  AgreeabilityFiveOptions: 5,
  AgreeabilitySevenScale: 7,
  AgreeabilityTenScale: 10,
};

function question({ type, question: definition = {} }: Case) {
  const { no_future: noFuture = false, scale } = definition;
  const count = COUNTS[type] ?? 4;
  const answerOptions = Array.from({ length: count }, (_, index) => ({
    key: `o${index + 1}`,
    label: `No. ${index + 1}`,
    displayOrder: index,
  }));
  const options = scale && [{ option: scale.min }, { option: scale.max }];
  const [made] = toQuestions([
    {
      key: 'it',
      type,
      mandatory: true,
      answerOptions,
      noFuture,
      scaleQuestionnaire: options ? { options } : null,
      numberRange: type === 'Number' && scale ? scale : null,
    },
  ]);
  if (made === undefined) throw new Error('one question makes one');
  return made;
}

const cases = table.cases as unknown as Case[];

it.each(cases)('agrees with the server: $type $answer', (one) => {
  const expected = one.problem === undefined ? { answer: one.stored } : { problem: one.problem };
  expect(accept(question(one), one.answer, table.today)).toEqual(expected);
});

it('accepts what it stored again', () => {
  for (const one of cases.filter(({ stored }) => stored !== undefined && stored !== null)) {
    expect(accept(question(one), one.stored, table.today), one.type).toEqual({ answer: one.stored });
  }
});

it('covers every type', () => {
  const covered = new Set(cases.map(({ type }) => type));
  expect(QUESTION_TYPES.filter((type) => !covered.has(type))).toEqual([]);
  expect(QUESTION_TYPES).toHaveLength(23);
  expect(new Set(QUESTION_TYPES.map((type: QuestionType) => ANSWER_FORMS[type])).size).toBe(13);
});
