import { expect, it } from 'vitest';
import { type Block, formatRanges, type Inline, parseFormatting, withoutFormatting } from './formatting';
import { plainText } from './plain-text';

const inline = (one: Inline): string => {
  if ('children' in one) return `<${one.kind}>${one.children.map(inline).join('')}</${one.kind}>`;
  if (one.kind === 'text') return one.text;
  return `<${one.kind}>${one.kind === 'mention' ? one.name : one.text}</${one.kind}>`;
};
const block = (one: Block): string => {
  if (one.kind === 'code') return `<code>${one.text}</code>`;
  if (one.kind === 'paragraph') return one.children.map(inline).join('');
  return `<list ${one.start}>${one.items.map((item) => `[${item.map(inline).join('')}]`).join('')}</list>`;
};
const shown = (text: string) => parseFormatting(text).map(block).join('|');

it.each([
  ['a **bold** word', 'a <bold>bold</bold> word'],
  ['*slanted* and _slanted_', '<italic>slanted</italic> and <italic>slanted</italic>'],
  ['**bold with *both* inside**', '<bold>bold with <italic>both</italic> inside</bold>'],
  ['run `npm *ci*` now', 'run <inlineCode>npm *ci*</inlineCode> now'],
  ['- milk\n- **bread**\ndone', '<list null>[milk][<bold>bread</bold>]</list>|done'],
  ['First:\n2. two\n3. three', 'First:|<list 2>[two][three]</list>'],
  ['```js\nlet a = *b*;\n```\nend', '<code>let a = *b*;</code>|end'],
  ['**hi @[Tom](t)**', '<bold>hi <mention>Tom</mention></bold>'],
])('%j is formatted', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

it.each([
  '2*3*4 = 24',
  'snake_case_name',
  'a * b * c',
  '**not closed',
  '¯\\_(ツ)_/¯',
  'one\n\n\n  two   spaces',
  '**over\nlines**',
  '```\nnot closed',
  '-5 degrees',
  '<b>bold</b> <img src=x onerror=alert(1)> [x](javascript:alert(1))',
  '# no heading',
  '*a '.repeat(20),
])('%j stays as typed', (text) => {
  expect(shown(text)).toBe(text);
});

it('markers inside a link belong to it', () => {
  expect(shown('https://a.org/_x_/*y* and **https://b.org**')).toBe(
    '<link>https://a.org/_x_/*y</link>* and <bold><link>https://b.org</link></bold>',
  );
});

it('previews show words without markers', () => {
  expect(plainText('**Hi** @[Tom](t)\n- `one`\n- _two_')).toBe('Hi @Tom • one • two');
  expect(withoutFormatting('2*3*4')).toBe('2*3*4');
});

it('ranges contain the markers', () => {
  const text = 'a **bold** `c`';
  expect(formatRanges(text).map(({ start, end }) => text.slice(start, end))).toEqual(['**bold**', '`c`']);
});
