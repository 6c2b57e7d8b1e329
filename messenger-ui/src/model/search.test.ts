import { expect, it } from 'vitest';
import { formatSearch, parseDay, parseSearch, withFilter } from './search';

const ID = '018f3c2e-0000-7000-8000-000000000001';

it('an address keeps filters and words', () => {
  const address = `from:${ID} in:${ID} has:image before:2026-03-31 after:2026-01-01 kite  plan`;
  const search = parseSearch(address);
  expect(search.text).toBe('kite plan');
  expect(search.filters.map(({ kind }) => kind)).toEqual(['from', 'in', 'has', 'before', 'after']);
  expect(parseSearch(formatSearch(search))).toEqual(search);
});

it('what is no filter is text', () => {
  const text = 'foo:bar from:maya in: has:cat before:2026-02-30 after:soon http://x.example';
  expect(parseSearch(text)).toEqual({ text, filters: [] });
  expect(parseSearch('  ')).toEqual({ text: '', filters: [] });
});

it('a search has each filter once and one day of a kind', () => {
  const before = withFilter([{ kind: 'before', value: '2026-01-01' }], { kind: 'has', value: 'file' });
  expect(withFilter(before, { kind: 'has', value: 'file' })).toEqual(before);
  expect(withFilter(before, { kind: 'before', value: '2026-02-02' })).toEqual([
    { kind: 'has', value: 'file' },
    { kind: 'before', value: '2026-02-02' },
  ]);
});

it('reads days that exist', () => {
  expect(['2026-03-31', '31.3.2026', '2026/3/31', '٢٠٢٦-٠٣-٣١'].map(parseDay)).toEqual(
    Array(4).fill('2026-03-31'),
  );
  expect(['2026-02-30', '2026-13-01', '0000-00-00', '31/3/2026', '2026', '', 'x'].map(parseDay)).toEqual(
    Array(7).fill(null),
  );
});
