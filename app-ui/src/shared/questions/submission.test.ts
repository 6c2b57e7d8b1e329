import { expect, it } from 'vitest';
import { toQuestions } from './question';
import { review } from './submission';

const options = ['o1', 'o2'].map((key, displayOrder) => ({ key, label: key, displayOrder }));

/** Who has a job says which one, and must say since when. */
const STAGE = toQuestions([
  { key: 'more', displayOrder: 4, type: 'TextBox', mandatory: false },
  { key: 'job', displayOrder: 1, type: 'SingleChoiceRadio', mandatory: true, answerOptions: options },
  {
    key: 'kind',
    displayOrder: 2,
    questionType: 'MultiChoiceDropDown',
    mandatory: true,
    answerOptions: options,
    visibleIf: { question: 'job', anyOf: ['o1'] },
  },
  {
    key: 'since',
    displayOrder: 3,
    type: 'Date',
    mandatory: true,
    visibleIf: { question: 'kind', anyOf: ['o1'] },
  },
]);

const reviewed = (values: Record<string, unknown>) => review(STAGE, values, '2026-03-02');

it('drops answers of hidden questions', () => {
  const { answers, dropped, problems, visible } = reviewed({ job: 'o2', kind: ['o1'], since: 'not a day' });
  expect(answers).toEqual({ job: 'o2' });
  expect(dropped).toEqual(['kind', 'since']);
  expect(problems).toEqual({});
  expect(visible.map(({ key }) => key)).toEqual(['job', 'more']);
});

it('asks for mandatory answers of visible questions', () => {
  expect(reviewed({}).problems).toEqual({ job: { code: 'mandatory' } });
  expect(reviewed({ job: 'o1', kind: ['o1'], more: ' ' }).problems).toEqual({ since: { code: 'mandatory' } });
});

it('sends of a file what the server stores', () => {
  const [picture] = toQuestions([{ key: 'it', type: 'SingleImageUpload', mandatory: true }]);
  const value = { file: 'f1', url: 'https://files.example/f1', name: 'desk.png' };
  expect(review(picture ? [picture] : [], { it: value }, '2026-03-02').answers).toEqual({
    it: { file: 'f1' },
  });
});

it('shows the language of the reader and English without it', () => {
  const [survey, quiz] = toQuestions([
    { key: 'a', displayOrder: 1, type: 'Text', mandatory: false, title: 'Name', localeTitle: 'الاسم' },
    { key: 'b', displayOrder: 2, questionType: 'Text', mandatory: false, label: 'Why?', localeLabel: null },
  ]);
  expect([survey?.label, quiz?.label, quiz?.type]).toEqual(['الاسم', 'Why?', 'Text']);
});
