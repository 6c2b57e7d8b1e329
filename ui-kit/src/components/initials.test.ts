import { expect, it } from 'vitest';
import { hueOf, initialsOf } from './initials';

it.each([
  ['Maya Okafor', 'MO'],
  ['ana maria de souza', 'AS'],
  ['Cher', 'C'],
  ['  Tom   Rivera ', 'TR'],
  ['𝒜da Lovelace', '𝒜L'],
  ['', ''],
])('initials of %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('colour is stable and differs between people', () => {
  const ids = Array.from({ length: 60 }, (_, i) => `0190-${i}-person`);
  expect(ids.map(hueOf)).toEqual(ids.map(hueOf));
  expect(new Set(ids.map(hueOf)).size).toBe(6);
});
