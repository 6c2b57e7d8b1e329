import { expect, it } from 'vitest';
import { continuedList, wrapped } from './format-keys';

const atEnd = (text: string) => ({ start: text.length, end: text.length });

it.each([
  ['- milk', '\n- '],
  ['Buy:\n* milk', '\n* '],
  ['9. nine', '\n10. '],
  ['no list', undefined],
])('new line after %j continues the list', (text, inserted) => {
  expect(continuedList(text, atEnd(text))?.text).toBe(inserted);
});

it('new line after an empty item ends the list', () => {
  const text = '- milk\n- ';
  expect(continuedList(text, atEnd(text))).toEqual({ start: 7, end: 9, text: '' });
});

it('format key wraps and unwraps the selection', () => {
  expect(wrapped('a word', { start: 2, end: 6 }, '**')).toBe('**word**');
  expect(wrapped('**word**', { start: 0, end: 8 }, '**')).toBe('word');
});
