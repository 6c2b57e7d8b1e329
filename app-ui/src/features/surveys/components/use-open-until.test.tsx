import { renderHook } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { useOpenUntil } from './use-open-until';

beforeAll(loadPageTexts);
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-06-29T12:00:00'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const said = (
  closesOn: string | null,
  status: 'NOT_STARTED' | 'PARTIAL_COMPLETE' | 'COMPLETE' = 'NOT_STARTED',
) => renderHook(() => useOpenUntil()({ closesOn, status })).result.current;

it.each([
  ['2026-06-29', 'Open until the end of today'],
  ['2026-06-30', 'Open until tomorrow'],
  ['2026-07-14', 'Open until 14 July'],
  ['2027-01-03', 'Open until 3 January 2027'],
])('survey until %s says "%s"', (closesOn, text) => {
  expect(said(closesOn)).toBe(text);
  expect(said(closesOn, 'PARTIAL_COMPLETE')).toBe(text);
});

it('survey that is sent or has no last day says nothing', () => {
  expect(said('2026-07-14', 'COMPLETE')).toBeNull();
  expect(said(null)).toBeNull();
});
