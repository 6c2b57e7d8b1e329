import { expect, it } from 'vitest';
import { reuseEntries } from './use-reused-entries';

const isEqual = (a: { name: string }, b: { name: string }) => a.name === b.name;
const previous = new Map([
  ['maya', { name: 'Maya' }],
  ['tom', { name: 'Tom' }],
]);
const reuse = (...entries: [string, { name: string }][]) => reuseEntries(previous, new Map(entries), isEqual);

it('returns the previous map when all are equal', () => {
  expect(reuse(['maya', { name: 'Maya' }], ['tom', { name: 'Tom' }])).toBe(previous);
});

it('reuses equal values beside a changed one', () => {
  const next = reuse(['maya', { name: 'Maya' }], ['tom', { name: 'Thomas' }]);
  expect(next.get('maya')).toBe(previous.get('maya'));
  expect(next.get('tom')).toEqual({ name: 'Thomas' });
});

it('drops entries that are gone', () => {
  expect([...reuse(['maya', { name: 'Maya' }]).keys()]).toEqual(['maya']);
});
