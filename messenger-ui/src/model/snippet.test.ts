import { describe, expect, it } from 'vitest';
import { snippet } from './snippet';

const TOM = '@[Tom Rivera](018f3c2e-0000-7000-8000-000000000001)';
const shown = (message: string, query: string) =>
  snippet(message, query)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');
const LONG =
  'We met at the station, walked along the river and talked about gears, chains and the drawing that hangs above my desk.';

describe('a snippet', () => {
  it.each([
    ['short text', 'SHORT', '[short] text'],
    ['Grüße aus der Straße', 'grusse strasse', '[Grüße] aus der [Straße]'],
    ['cafe\u0301 au lait', 'cafe', '[cafe\u0301] au lait'],
    ['İstanbul', 'istan', '[İstan]bul'],
    ['مرحبا أهلا', 'اهلا', 'مرحبا [أهلا]'],
    ['ß', 's', '[ß]'],
    ['aaa', 'a', '[a][a][a]'],
    ['abcabc', 'abc bc', '[abc][abc]'],
    ['two\n\nlines', 'lines', 'two [lines]'],
    [`Hello ${TOM}!`, 'tom', 'Hello @[Tom] Rivera!'],
    ['<b>bold</b> <img src=x onerror="a">word', 'word', 'bold [word]'],
    ['1 < 2 and 3 > 2', 'and', '1 < 2 [and] 3 > 2'],
    ['(.*)', '(.*', '[(.*])'],
    ['', 'x', ''],
  ])('of %j for %j', (message, query, expected) => {
    expect(shown(message, query)).toBe(expected);
  });

  it('is about 65 characters around the first match', () => {
    expect(shown(LONG, 'gears')).toBe('…the river and talked about [gears], chains and the drawing that…');
    expect(shown(LONG, 'met')).toBe('We [met] at the station, walked along the river and talked about…');
    expect(shown(LONG, 'desk')).toBe('…about gears, chains and the drawing that hangs above my [desk].');
  });

  it('never cuts a letter in half', () => {
    for (let before = 0; before < 40; before++) {
      const text = snippet(`${'👩‍🚀'.repeat(before)} needle ${'🙂'.repeat(80)}`, 'needle')
        .map((part) => part.text)
        .join('');
      expect(text).not.toMatch(/\p{Surrogate}/u);
      expect(text).toContain('needle');
    }
  });

  it('shows the beginning without a local match', () => {
    expect(shown('nothing of that', 'else')).toBe('nothing of that');
  });
});
