import { expect, it } from 'vitest';
import { type Case, sortCases } from './cases';

const item = (id: string, createdOn: string, more: Partial<Case> = {}): Case =>
  ({ kind: 'report', reason: 'spam', id, createdOn, resolvedOn: null, ...more }) as Case;

it('sorts open cases by urgency, then newest first', () => {
  const cases = [
    item('old', '2026-01-01T00:00:00Z'),
    item('new', '2026-01-03T00:00:00Z'),
    item('danger', '2026-01-02T00:00:00Z', { reason: 'danger' }),
    item('cry', '2026-01-01T00:00:00Z', { kind: 'alert' }),
  ];
  expect(sortCases(cases).map(({ id }) => id)).toEqual(['danger', 'cry', 'new', 'old']);
});

it('sorts resolved cases by time of resolution', () => {
  const cases = [
    item('first', '2026-01-05T00:00:00Z', { resolvedOn: '2026-01-06T00:00:00Z' }),
    item('last', '2026-01-01T00:00:00Z', { resolvedOn: '2026-01-08T00:00:00Z' }),
    item('cry', '2026-01-02T00:00:00Z', { kind: 'alert', resolvedOn: '2026-01-07T00:00:00Z' }),
  ];
  expect(sortCases(cases).map(({ id }) => id)).toEqual(['last', 'cry', 'first']);
});
