import { expect, it } from 'vitest';
import { highlight, matchesAll, wordsOf } from './highlight';

const marked = (text: string, query: string) =>
  highlight(text, wordsOf(query))
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

it.each([
  ['How often do we meet?', 'MEET', 'How often do we [meet]?'],
  ['Café, cafe', 'cafe', '[Café], [cafe]'],
  ['Übung macht', 'ubung', '[Übung] macht'],
  ['nothing', 'x', 'nothing'],
  ['nothing', '  ', 'nothing'],
  ['aaa', 'aa', '[aaa]'],
  ['a 👍 b', 'b', 'a 👍 [b]'],
  ['ﬁne words', 'fine', '[ﬁne] words'],
  ['مُرشد', 'مرشد', '[مُرشد]'],
  ['a.b', '.', 'a[.]b'],
  ['one two', 'two one', '[one] [two]'],
])('%s, searched for "%s"', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
});

it('matches a text with every word', () => {
  expect(matchesAll('How often do we meet?', wordsOf('meet often'))).toBe(true);
  expect(matchesAll('How often do we meet?', wordsOf('meet never'))).toBe(false);
});
