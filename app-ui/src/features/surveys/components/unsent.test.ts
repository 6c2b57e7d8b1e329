import { expect, it } from 'vitest';
import { toQuestions } from '../../../shared/questions/question';
import { unsentOf } from './unsent';

const options = ['reef', 'bowline'].map((key, displayOrder) => ({ key, label: `The ${key}`, displayOrder }));
const QUESTIONS = toQuestions(
  [
    { key: 'name', type: 'Text' },
    { key: 'age', type: 'Number' },
    { key: 'knots', type: 'MultiChoiceDropDown', answerOptions: options },
    { key: 'order', type: 'ArrangeInOrder', answerOptions: options },
    { key: 'day', type: 'Date' },
  ].map((one, displayOrder) => ({ ...one, title: one.key, displayOrder, mandatory: false })),
);
const stored = [
  { questionKey: 'name', answer: 'Tom' },
  { questionKey: 'age', answer: 3 },
  { questionKey: 'knots', answer: ['reef'] },
];
const unsent = (draft: Record<string, unknown>) =>
  unsentOf(QUESTIONS, stored, draft, { today: '2026-05-04', language: 'en' }).map(
    ({ question, text }) => `${question.label}: ${text}`,
  );

it('what the server has is not unsent', () => {
  expect(unsent({ name: ' Tom ', age: '3', knots: ['reef'] })).toEqual([]);
});

it('other answers are unsent, in words', () => {
  const draft = { name: 'Tim', age: '4', knots: ['bowline', 'reef'], order: ['bowline', 'reef'] };
  expect(unsent({ ...draft, day: '2026-05-01' })).toEqual([
    'name: Tim',
    'age: 4',
    'knots: The reef, The bowline',
    'order: 1. The bowline\n2. The reef',
    'day: 1 May 2026',
  ]);
});

it('invalid answers are unsent, empty ones are not', () => {
  expect(unsent({ name: '', age: 'three', day: 'soon' })).toEqual(['age: three', 'day: soon']);
});
