import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AppProviders } from 'ui-kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import '../texts';
import { type Deadline, useExpiry } from './use-expiry';

const refresh = vi.hoisted(() => vi.fn());
const announce = vi.hoisted(() => vi.fn());
vi.mock('ui-kit', async (original) => ({ ...(await original<object>()), announce }));
vi.mock('../api/queries', async (original) => ({
  ...(await original<object>()),
  useRefreshMatching: () => refresh,
}));

const START = Date.parse('2026-05-04T10:00:00Z');
const HOUR = 3_600_000;
const deadline = (name: string | null, from = START): Deadline => ({
  name,
  span: { from, until: from + 10 * HOUR },
});
const wrapper = ({ children }: { children: ReactNode }) => <AppProviders>{children}</AppProviders>;
const announced = () => announce.mock.calls.flat();
/** Lets time pass in steps, between which the page renders. */
function pass(ms: number): void {
  const STEP = 180_000;
  for (let left = ms; left > 0; left -= STEP) act(() => vi.advanceTimersByTime(Math.min(left, STEP)));
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  refresh.mockClear();
  announce.mockClear();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => vi.useRealTimers());

it('half_and_nine_tenths_are_announced', () => {
  const { result } = renderHook(() => useExpiry([deadline('Nina')], 0), { wrapper });
  pass(4.9 * HOUR);
  expect(announced()).toEqual([]);
  pass(0.2 * HOUR);
  expect(announced()).toEqual(['You have 5 hours left to decide about Nina.']);
  pass(3.8 * HOUR);
  expect(announced()).toHaveLength(1);
  pass(0.2 * HOUR);
  expect(announced().at(-1)).toBe('You have 1 hour left to decide about Nina.');
  pass(2 * HOUR);
  expect(announced()).toHaveLength(2);
  expect(result.current).toBe(START + 10 * HOUR);
});

it('end_fetches_matches_once', () => {
  renderHook(() => useExpiry([deadline(null)], 0), { wrapper });
  pass(9.9 * HOUR);
  expect(refresh).not.toHaveBeenCalled();
  pass(5 * HOUR);
  expect(refresh).toHaveBeenCalledTimes(1);
});

it('server_clock_decides', () => {
  // This device is two hours late.
  renderHook(() => useExpiry([deadline(null)], 2 * HOUR), { wrapper });
  pass(8.1 * HOUR);
  expect(refresh).toHaveBeenCalledTimes(1);
});

it('later_deadline_does_not_announce_its_past', () => {
  const { rerender } = renderHook(({ all }: { all: Deadline[] }) => useExpiry(all, 0), {
    wrapper,
    initialProps: { all: [] as Deadline[] },
  });
  pass(6 * HOUR);
  rerender({ all: [deadline('Joel')] });
  pass(HOUR);
  expect(announced()).toEqual([]);
  pass(2.1 * HOUR);
  expect(announced()).toEqual(['You have 1 hour left to decide about Joel.']);
});
