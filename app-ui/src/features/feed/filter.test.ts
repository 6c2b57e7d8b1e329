import { expect, it } from 'vitest';
import {
  addressOf,
  type FeedFilter,
  FIRST_DAY,
  filterOf,
  isDay,
  NO_FILTER,
  partsOf,
  toDay,
  toNumber,
} from './filter';

const read = (query: string) => filterOf(new URLSearchParams(query));

it('filter survives its address', () => {
  for (const event of [null, 'post', 'quote'] as const) {
    for (const from of [null, '2024-02-29']) {
      for (const to of [null, '2024-02-29', '2026-12-31']) {
        const filter: FeedFilter = { event, from, to };
        expect(read(addressOf(filter))).toEqual(filter);
      }
    }
  }
  expect(addressOf(NO_FILTER)).toBe('');
  expect(addressOf({ event: 'quote', from: '2025-03-01', to: null })).toBe('?event=quote&from=2025-03-01');
});

it('address with wrong values shows the whole feed', () => {
  for (const query of [
    '',
    'event=poem',
    'event=',
    'from=2025-02-30',
    'from=yesterday',
    'to=2019-12-31',
    'from=+2025-01-01',
    'from=12025-01-01',
  ]) {
    expect(read(query), query).toEqual(NO_FILTER);
  }
});

it('last day before the first is left out', () => {
  expect(read('from=2025-03-02&to=2025-03-01')).toEqual({ event: null, from: '2025-03-02', to: null });
});

it('first day of all is no filter', () => {
  expect(read(`from=${FIRST_DAY}`)).toEqual(NO_FILTER);
  expect(addressOf({ event: null, from: FIRST_DAY, to: null })).toBe('');
});

it('parts are counted as type and days', () => {
  expect(partsOf(NO_FILTER)).toBe(0);
  expect(partsOf({ event: 'post', from: null, to: null })).toBe(1);
  expect(partsOf({ event: 'post', from: '2025-01-01', to: '2025-02-01' })).toBe(2);
});

it('days and numbers convert without a time zone', () => {
  for (const day of ['2020-01-01', '2024-02-29', '2025-03-30', '2026-10-25'])
    expect(toDay(toNumber(day))).toBe(day);
  expect(toNumber('2025-03-31') - toNumber('2025-03-30')).toBe(1);
  expect([isDay('2025-04-31'), isDay('2025-4-1'), isDay('2025-04-30')]).toEqual([false, false, true]);
});
