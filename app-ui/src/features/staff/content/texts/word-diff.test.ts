import { expect, it } from 'vitest';
import { wordDiff } from './word-diff';

it('words_that_came_and_went_are_named', () => {
  expect(wordDiff('Most pairs meet once a week.', 'Most pairs meet twice a week.')).toEqual([
    { kind: 'same', text: 'Most pairs meet ' },
    { kind: 'deleted', text: 'once' },
    { kind: 'inserted', text: 'twice' },
    { kind: 'same', text: ' a week.' },
  ]);
});

it('both_texts_can_be_read_from_the_runs', () => {
  for (const [before, after] of [
    ['', 'new'],
    ['old', ''],
    ['a b c d e', 'a x c y e'],
    ['one two', 'two one'],
    ['مرة في الأسبوع', 'مرتين في الأسبوع'],
    ['same', 'same'],
  ] as const) {
    const runs = wordDiff(before, after);
    const read = (skipped: string) =>
      runs.flatMap(({ kind, text }) => (kind === skipped ? [] : [text])).join('');
    expect(read('inserted')).toBe(before);
    expect(read('deleted')).toBe(after);
  }
});
