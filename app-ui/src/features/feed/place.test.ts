import { beforeEach, expect, it, vi } from 'vitest';

const PLACE = {
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
  return import('./place');
}

beforeEach(() => sessionStorage.clear());

it('place_after_reload_is_known', async () => {
  (await load()).keepPlace(HERE, PLACE);
  const { placeOf } = await load();
  expect(placeOf(HERE)).toEqual(PLACE);
  expect(placeOf({ ...HERE, search: '' })).toBeUndefined();
  expect(placeOf({ ...HERE, key: 'b2' })).toBeUndefined();
});

it('place_at_the_top_is_forgotten', async () => {
  const { keepPlace } = await load();
  keepPlace(HERE, PLACE);
  keepPlace(HERE, undefined);
  expect((await load()).placeOf(HERE)).toBeUndefined();
});

it('oldest_of_many_places_is_forgotten', async () => {
  const { keepPlace } = await load();
  for (let number = 0; number < 11; number += 1) keepPlace({ key: `k${number}`, search: '' }, PLACE);
  const { placeOf } = await load();
  expect(placeOf({ key: 'k0', search: '' })).toBeUndefined();
  expect(placeOf({ key: 'k1', search: '' })).toEqual(PLACE);
});

it('first_entry_of_a_new_visit_starts_at_the_top', async () => {
  const first = { key: 'default', search: '' };
  (await load()).keepPlace(first, PLACE);
  const type = vi.spyOn(performance, 'getEntriesByType');
  type.mockReturnValue([{ type: 'navigate' } as never]);
  expect((await load()).placeOf(first)).toBeUndefined();
  type.mockReturnValue([{ type: 'reload' } as never]);
  expect((await load()).placeOf(first)).toEqual(PLACE);
});

it('broken_storage_is_ignored', async () => {
  sessionStorage.setItem('feed-places', '{');
  expect((await load()).placeOf(HERE)).toBeUndefined();
});
