import { describe, expect, it } from 'vitest';
import {
  type Composition,
  EMPTY_COMPOSITION,
  edit,
  fromMarkup,
  insertMention,
  join,
  lengthOf,
  mentionQuery,
  suggest,
  toMarkup,
} from './compose';

const TOM = { userId: 't1', name: 'Tom Rivera' };

function withTom(before = 'Hi ', after = ''): Composition {
  const text = `${before}@To${after}`;
  const query = mentionQuery({ text, mentions: [] }, before.length + 3);
  if (!query) throw new Error('no query');
  return insertMention({ text, mentions: [] }, query, TOM).composition;
}

describe('a mention', () => {
  it('becomes markup followed by a space', () => {
    const composition = withTom();
    expect(composition.text).toBe('Hi @Tom Rivera ');
    expect(toMarkup(composition)).toBe('Hi @[Tom Rivera](t1)');
  });

  it('moves with the text before it', () => {
    const edited = edit(withTom(), 'Oh, hi @Tom Rivera ', 6);
    expect(toMarkup(edited)).toBe('Oh, hi @[Tom Rivera](t1)');
  });

  it.each([
    ['a letter inside', 'Hi @Tom XRivera ', 9],
    ['a deletion at its end', 'Hi @Tom River ', 13],
    ['a deletion of its @', 'Hi Tom Rivera ', 3],
    ['a replacement across it', 'Hi you ', 6],
  ])('becomes plain text after %s', (_, text, caret) => {
    expect(edit(withTom(), text, caret)).toEqual({ text, mentions: [] });
  });

  it('stays when one writes right behind it', () => {
    const edited = edit(withTom(), "Hi @Tom Rivera's ", 16);
    expect(toMarkup(edited)).toBe("Hi @[Tom Rivera](t1)'s");
  });

  it("of a shared name survives the other's deletion", () => {
    const text = '@Tom @Tom';
    const both: Composition = {
      text,
      mentions: [
        { start: 0, end: 4, name: 'Tom', userId: 'a' },
        { start: 5, end: 9, name: 'Tom', userId: 'b' },
      ],
    };
    expect(toMarkup(edit(both, '@Tom', 0))).toBe('@[Tom](b)');
  });

  it('cannot break its markup by its name', () => {
    const query = { start: 0, end: 1, query: '' };
    const { composition } = insertMention({ text: '@', mentions: [] }, query, {
      userId: 'x',
      name: 'Eve](z) [Max',
    });
    const [mention] = composition.mentions;
    expect(toMarkup(composition)).not.toContain('](z)');
    expect(composition.text.slice(mention?.start, mention?.end)).toBe(`@${mention?.name}`);
  });
});

describe('any sequence of edits', () => {
  /** A small generator with a seed: a failure can be repeated. */
  function* numbers(seed: number): Generator<number, never> {
    for (let state = seed; ; ) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      yield state / 2 ** 32;
    }
  }

  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'leaves mentions whole and in order (%i)',
    (seed) => {
      const random = numbers(seed);
      const below = (limit: number) => Math.floor(random.next().value * limit);
      let composition = EMPTY_COMPOSITION;
      for (let step = 0; step < 80; step++) {
        const { text } = composition;
        const from = below(text.length + 1);
        if (below(4) === 0) {
          composition = insertMention(composition, { start: from, end: from, query: '' }, TOM).composition;
        } else {
          const to = Math.min(text.length, from + below(4));
          const inserted = ['', 'a', '@', ' ', 'Tom', '\n', '😀'][below(7)] ?? '';
          const next = text.slice(0, from) + inserted + text.slice(to);
          composition = edit(composition, next, from + inserted.length);
          expect(composition.text).toBe(next);
        }
        let end = 0;
        for (const mention of composition.mentions) {
          expect(mention.start).toBeGreaterThanOrEqual(end);
          expect(composition.text.slice(mention.start, mention.end)).toBe(`@${mention.name}`);
          end = mention.end;
        }
      }
      expect(fromMarkup(toMarkup(composition)).text).toBe(composition.text.trim());
    },
  );
});

describe('the query for suggestions', () => {
  const query = (text: string, caret = text.length) => mentionQuery({ text, mentions: [] }, caret)?.query;

  it('begins at an @ and may contain blanks', () => {
    expect(query('@')).toBe('');
    expect(query('Hi @Tom Ri')).toBe('Tom Ri');
    expect(query('(@to')).toBe('to');
    expect(query('one @to two', 7)).toBe('to');
  });

  it('is none in addresses, words and mentions', () => {
    expect(query('mail@example')).toBeUndefined();
    expect(query('@ noon')).toBeUndefined();
    expect(query('@Tom\nhello')).toBeUndefined();
    expect(mentionQuery(withTom(), 9)).toBeNull();
    expect(mentionQuery(withTom(), 15)).toBeNull();
  });
});

describe('suggestions', () => {
  const people = ['Zoë Ångström', 'Ana Zimmer', 'Tom Rivera', 'Jean-Luc Zola'].map((name) => ({ name }));
  const names = (query: string) => suggest(people, query).map((person) => person.name);

  it('match name starts without case and accents', () => {
    expect(names('zoe')).toEqual(['Zoë Ångström']);
    expect(names('ANGS')).toEqual(['Zoë Ångström']);
    expect(names('luc')).toEqual(['Jean-Luc Zola']);
    expect(names('tom riv')).toEqual(['Tom Rivera']);
    expect(names('iver')).toEqual([]);
  });

  it('put first names before last names', () => {
    expect(names('z')).toEqual(['Zoë Ångström', 'Ana Zimmer', 'Jean-Luc Zola']);
  });
});

it('appends a returned message to the draft', () => {
  const joined = join({ text: 'new', mentions: [] }, fromMarkup('old @[Tom Rivera](t1)'));
  expect(toMarkup(joined)).toBe('new\nold @[Tom Rivera](t1)');
  expect(join({ text: ' ', mentions: [] }, fromMarkup('old'))).toEqual(fromMarkup('old'));
});

it('counts code points like the server', () => {
  expect(lengthOf({ text: '😀', mentions: [] })).toBe(1);
  expect(lengthOf(withTom(''))).toBe('@[Tom Rivera](t1)'.length);
});
