import { expect, test, vi } from 'vitest';
import { databaseOf } from './database';

const openDB = vi.hoisted(() => vi.fn());
vi.mock('idb', () => ({ openDB }));

test('connection that the browser closed is opened again', async () => {
  openDB.mockImplementation(async () => ({}));
  const database = databaseOf('test', () => {});
  const first = await database();
  expect(await database()).toBe(first);
  openDB.mock.calls[0]?.[2].terminated();
  expect(await database()).not.toBe(first);
  expect(openDB).toHaveBeenCalledTimes(2);
});

test('browser that refuses to store has no database', async () => {
  openDB.mockRejectedValue(new Error('refused'));
  expect(await databaseOf('test', () => {})()).toBeNull();
});
