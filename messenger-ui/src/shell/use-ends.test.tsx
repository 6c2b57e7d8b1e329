import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { channel, TEAM_CHANNEL } from '../testing/fixtures';
import { channelsQuery } from './channels-query';
import { useEnds } from './use-ends';

const AWAY_MS = 12 * 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T22:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it('team that was away is there at its time', () => {
  const staffBackAt = new Date(Date.now() + AWAY_MS).toISOString();
  const list = [channel({ ...TEAM_CHANNEL, staffBackAt })];
  const queries = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(channelsQuery.queryKey, list);
  const backAt = () => queries.getQueryData(channelsQuery.queryKey)?.[0]?.staffBackAt;
  renderHook(() => useEnds(list), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  act(() => void vi.advanceTimersByTime(AWAY_MS - 1));
  expect(backAt()).toBe(staffBackAt);
  act(() => void vi.advanceTimersByTime(1));
  expect(backAt()).toBeNull();
});
