import { expect, it } from 'vitest';
import { kindsLike, readInput, type SearchVocabulary, wordsToSearch } from './search-input';

const named = (names: Record<string, string>) =>
  Object.entries(names).map(([value, name]) => ({ value, name }));

const GERMAN: SearchVocabulary = {
  kinds: {
    from: ['from', 'von'],
    in: ['in'],
    has: ['has', 'hat'],
    before: ['before', 'vor'],
    after: ['after', 'nach'],
  },
  has: { file: ['file', 'datei'], image: ['image', 'bild'], link: ['link'] },
  people: named({ maya: 'Maya Okafor', max: 'Max Mustermann', mia: 'Mia Max' }),
  channels: named({ circle: 'Tuesday circle', pair: 'Maya Okafor' }),
  days: named({ '2026-11-23': 'heute', '2026-11-22': 'gestern' }),
};
const read = (typed: string) => readInput(typed, GERMAN);
/** The filters as text, then the remaining text. */
const taken = (typed: string) => {
  const { filters, text } = read(typed);
  return [filters.map(({ kind, value }) => `${kind}:${value}`).join(' '), text];
};

it('takes complete filters in both languages', () => {
  expect(taken('has:image kite')).toEqual(['has:image', 'kite']);
  expect(taken('kite hat:Datei plan')).toEqual(['has:file', 'kite plan']);
  expect(taken('von:okafor kite')).toEqual(['from:maya', 'kite']);
  expect(taken('vor:31.03.2026')).toEqual(['before:2026-03-31', '']);
  expect(taken('nach:gestern x')).toEqual(['after:2026-11-22', 'x']);
  expect(taken('from:"Max Mustermann"')).toEqual(['from:max', '']);
  expect(taken('from:maya okafor in:tuesday circle has:link')).toEqual(['from:maya in:circle has:link', '']);
});

it('leaves everything else as text', () => {
  for (const typed of [
    'foo:bar',
    'from:nobody',
    'has:cat',
    'before:lunch',
    'from: maya',
    'http://x.example',
    'from:ma kite',
    '::',
    '"',
  ])
    expect(taken(typed)).toEqual(['', typed]);
});

it('suggests values for an open filter', () => {
  expect(read('from:').open?.values).toEqual(['maya', 'max', 'mia']);
  expect(read('kite von:m').open).toEqual({ kind: 'from', start: 5, values: ['maya', 'max', 'mia'] });
  expect(read('from:max mu').open?.values).toEqual(['max']);
  expect(read('in:CIR').open?.values).toEqual(['circle']);
  expect(read('has:').open?.values).toEqual(['file', 'image', 'link']);
  expect(read('before:').open?.values).toEqual(['2026-11-23', '2026-11-22']);
  expect(read('before:2026-03-3').open?.values).toEqual(['2026-03-03']);
  expect(wordsToSearch(read('kite from:m'))).toBe('kite');
  expect(wordsToSearch(read('kite from:nobody'))).toBe('kite from:nobody');
});

it('reports days that do not exist', () => {
  expect(read('before:2026-02-30').hasWrongDay).toBe(false);
  expect(read('before:2026-02-30').open?.values).toEqual([]);
  expect(read('before:2026-02-30 kite').hasWrongDay).toBe(true);
  expect(read('before:2026-03-01 kite').hasWrongDay).toBe(false);
});

it('suggests filter words', () => {
  expect(kindsLike('', GERMAN)).toHaveLength(5);
  expect(kindsLike('kite vo', GERMAN)).toEqual(['from', 'before']);
  expect(kindsLike('kite v', GERMAN)).toEqual([]);
  expect(kindsLike('kite ', GERMAN)).toEqual([]);
});
