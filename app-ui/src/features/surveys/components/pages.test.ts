import { describe, expect, test } from 'vitest';
import { toQuestions } from '../../../shared/questions/question';
import { clampPage, pageOfProblem } from './pages';

describe('page of the address', () => {
  test.each([
    [null, 3, 1],
    ['2', 3, 2],
    ['9', 3, 3],
    ['0', 3, 1],
    ['-1', 3, 1],
    ['1.5', 3, 1],
    ['x', 3, 1],
    ['2', 0, 1],
  ])('%s of %i is %i', (wanted, total, page) => expect(clampPage(wanted, total)).toBe(page));
});

test('the first page with a problem is found', () => {
  const question = (key: string) => ({ key, mandatory: true, type: 'Text', answerOptions: [] });
  const pages = [['a', 'b'], ['c'], ['d']].map((keys) => toQuestions(keys.map(question)));
  expect(pageOfProblem(pages, { d: {}, c: {} })).toBe(2);
  expect(pageOfProblem(pages, {})).toBeNull();
  expect(pageOfProblem(pages, { other: {} })).toBeNull();
});
