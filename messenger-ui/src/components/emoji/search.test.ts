import { describe, expect, it } from 'vitest';
import { searchIn } from './search';

const ITEMS = [
  { name: 'Herz-Augen', keywords: ['Liebe'] },
  { name: 'Kuss', keywords: ['küssend', 'Herz'] },
  { name: 'Rotes Herz', keywords: ['Liebe', '❤️', '<3'] },
  { name: 'Herz', keywords: [] },
  { name: 'Daumen hoch', keywords: ['+1', 'thumbs up'] },
];

const names = (query: string, limit = 10) => searchIn(ITEMS)(query, limit).map(({ name }) => name);

describe('searchIn', () => {
  it('ranks exact names, then names, then keywords', () => {
    expect(names('herz')).toEqual(['Herz', 'Herz-Augen', 'Rotes Herz', 'Kuss']);
  });

  it('ignores accents and case, matches word prefixes', () => {
    expect(names('KUSSEND')).toEqual(['Kuss']);
    expect(names('aug')).toEqual(['Herz-Augen']);
  });

  it('requires every word of the query', () => {
    expect(names('rot herz')).toEqual(['Rotes Herz']);
    expect(names('rot daumen')).toEqual([]);
  });

  it('matches emoticons, shortcodes and characters', () => {
    expect(names('<3')).toEqual(['Rotes Herz']);
    expect(names('+1')).toEqual(['Daumen hoch']);
    expect(names('❤️')).toEqual(['Rotes Herz']);
  });

  it('respects the limit and ignores blank queries', () => {
    expect(names('herz', 2)).toHaveLength(2);
    expect(names('  ')).toEqual([]);
  });
});
