import { expect, it } from 'vitest';
import { type Case, inOrder } from './cases';

const one = (id: string, createdOn: string, more: Partial<Case> = {}): Case =>
  ({ kind: 'report', reason: 'spam', id, createdOn, resolvedOn: null, ...more }) as Case;

it('puts who may be in danger first, then what is new', () => {
  const cases = [
    one('old', '2026-01-01T00:00:00Z'),
    one('new', '2026-01-03T00:00:00Z'),
    one('danger', '2026-01-02T00:00:00Z', { reason: 'danger' }),
    one('cry', '2026-01-01T00:00:00Z', { kind: 'alert' }),
  ];
  expect(inOrder(cases).map(({ id }) => id)).toEqual(['danger', 'cry', 'new', 'old']);
});

it('orders what is closed by when it was closed, whatever it was', () => {
  const cases = [
    one('first', '2026-01-05T00:00:00Z', { resolvedOn: '2026-01-06T00:00:00Z' }),
    one('last', '2026-01-01T00:00:00Z', { resolvedOn: '2026-01-08T00:00:00Z' }),
    one('cry', '2026-01-02T00:00:00Z', { kind: 'alert', resolvedOn: '2026-01-07T00:00:00Z' }),
  ];
  expect(inOrder(cases).map(({ id }) => id)).toEqual(['last', 'cry', 'first']);
});
