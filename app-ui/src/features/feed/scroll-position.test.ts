import { beforeEach, expect, it, vi } from 'vitest';

const POSITION = {
  asOf: '2026-01-02T00:00:00Z',
  pages: 2,
  top: 3000,
  snapshot: { ranges: [], scrollTop: 0 },
  height: 9000,
};
const HERE = { key: 'a1', search: '?event=post' };

/** Loads the module as a loaded page does. */
async function load() {
  vi.resetModules();
  return import('./scroll-position');
}

beforeEach(() => sessionStorage.clear());

it('position_after_reload_is_known', async () => {
  (await load()).keepScrollPosition(HERE, POSITION);
  const { scrollPositionOf } = await load();
  expect(scrollPositionOf(HERE)).toEqual(POSITION);
  expect(scrollPositionOf({ ...HERE, search: '' })).toBeUndefined();
  expect(scrollPositionOf({ ...HERE, key: 'b2' })).toBeUndefined();
});

it('position_at_the_top_is_forgotten', async () => {
  const { keepScrollPosition } = await load();
  keepScrollPosition(HERE, POSITION);
  keepScrollPosition(HERE, undefined);
  expect((await load()).scrollPositionOf(HERE)).toBeUndefined();
});

it('oldest_of_many_positions_is_forgotten', async () => {
  const { keepScrollPosition } = await load();
  for (let number = 0; number < 11; number += 1)
    keepScrollPosition({ key: `k${number}`, search: '' }, POSITION);
  const { scrollPositionOf } = await load();
  expect(scrollPositionOf({ key: 'k0', search: '' })).toBeUndefined();
  expect(scrollPositionOf({ key: 'k1', search: '' })).toEqual(POSITION);
});

it('first_entry_of_a_new_visit_starts_at_the_top', async () => {
  const first = { key: 'default', search: '' };
  (await load()).keepScrollPosition(first, POSITION);
  const type = vi.spyOn(performance, 'getEntriesByType');
  type.mockReturnValue([{ type: 'navigate' } as never]);
  expect((await load()).scrollPositionOf(first)).toBeUndefined();
  type.mockReturnValue([{ type: 'reload' } as never]);
  expect((await load()).scrollPositionOf(first)).toEqual(POSITION);
});

it('broken_storage_is_ignored', async () => {
  sessionStorage.setItem('feed-places', '{');
  expect((await load()).scrollPositionOf(HERE)).toBeUndefined();
});
