import { expect, it } from 'vitest';
import { wire } from '../testing/fixtures';
import { fromWire } from './message';
import { isDeletable } from './permissions';

const NOW = Date.UTC(2026, 10, 20, 10, 4);
const file = (type: string) => JSON.stringify([{ id: 'f', attachment_name: 'a', type }]);
const deletable = (changes: Parameters<typeof wire>[1], now = NOW) =>
  isDeletable(fromWire(wire(1, { user_id: 'maya', ...changes })), 'maya', now);

it('an own recent message can be deleted', () => {
  expect(deletable({})).toBe(true);
  expect(deletable({ user_id: 'tom' })).toBe(false);
  expect(deletable({ message: '', deleted_on: '2026-11-20T10:01:00Z' })).toBe(false);
  expect(deletable({ message: '{"room":"r-1"}' })).toBe(false);
  expect(deletable({}, NOW + 61_000)).toBe(false);
});

it('a file without a text stays, a GIF does not', () => {
  expect(deletable({ message: ' ', attachments: file('image/png') })).toBe(false);
  expect(deletable({ message: 'The plan', attachments: file('image/png') })).toBe(true);
  expect(deletable({ message: '', attachments: file('gif') })).toBe(true);
});
