import { describe, expect, it } from 'vitest';
import { isEmojiOnly, mentions, parseMarkup } from './markup';
import { plainText } from './plain-text';

const links = (text: string) =>
  parseMarkup(text).flatMap((segment) => (segment.kind === 'link' ? [segment.href] : []));

describe('links', () => {
  it('are http and https only', () => {
    const hostile =
      'javascript:alert(1) data:text/html,x vbscript:x file:///etc ftp://a.b JaVaScRiPt://%0aalert(1)';
    expect(links(hostile)).toEqual([]);
    expect(links('see https://example.org/a?b=c#d and http://localhost:1/')).toEqual([
      'https://example.org/a?b=c#d',
      'http://localhost:1/',
    ]);
  });

  it('end where the sentence goes on', () => {
    expect(links('Look (https://a.org/x_(y)). Or https://b.org, or https://c.org!')).toEqual([
      'https://a.org/x_(y)',
      'https://b.org/',
      'https://c.org/',
    ]);
  });

  it('do not reach over quotes or tags', () => {
    expect(links('https://a.org/"onmouseover="alert(1)')).toEqual(['https://a.org/']);
    expect(links('<a href=https://a.org>x</a>')).toEqual(['https://a.org/']);
  });

  it('is found in otherwise malformed text', () => {
    expect(links('https:// http://[ https://ok.org')).toEqual(['https://ok.org/']);
  });
});

describe('text', () => {
  it('preserves all text', () => {
    const text = '<img src=x onerror=alert(1)> **a**\n@[b] @(c) @[](d) https://e.org.\u0000';
    const shown = parseMarkup(text).map((segment) => (segment.kind === 'mention' ? '' : segment.text));
    expect(shown.join('')).toBe(text);
  });

  it('has mentions by id', () => {
    expect(parseMarkup('Hi @[Tom Rivera](t1)!')).toEqual([
      { kind: 'text', text: 'Hi ' },
      { kind: 'mention', name: 'Tom Rivera', userId: 't1' },
      { kind: 'text', text: '!' },
    ]);
    expect(mentions('Hi @[Tom](t1)', 't1')).toBe(true);
    expect(mentions('Hi @[t1](t2)', 't1')).toBe(false);
  });

  it('becomes one line with names', () => {
    expect(plainText('Hi @[Tom Rivera](t1),\n\n see you')).toBe('Hi @Tom Rivera, see you');
  });
});

it('recognises text of emoji only', () => {
  expect(['👍', '👩‍🏫 🎉', '🇩🇪', '👍🏽'].every(isEmojiOnly)).toBe(true);
  expect(['1', '#', 'ok 👍', '', '  '].some(isEmojiOnly)).toBe(false);
});
