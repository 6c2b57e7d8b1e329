import { hashKey, type QueryFunctionContext } from '@tanstack/react-query';
import type { DBSchema } from 'idb';
import { NetworkError, profileQuery } from 'ui-kit';
import { databaseOf } from './database';

const STORE = 'answers';

interface Schema extends DBSchema {
  [STORE]: { key: string | [account: string, query: string]; value: unknown };
}

/** Returns the database; null where the browser refuses to store. */
const database = databaseOf<Schema>('mentor-hub-kept', (db) => void db.createObjectStore(STORE));

/**
 * Wraps a query so that its last answer is there without a network, for the person who got it. Other failures are those of
 * the query.
 */
export const kept =
  <Data>(fetch: (context: QueryFunctionContext) => Promise<Data>) =>
  async (context: QueryFunctionContext): Promise<Data> => {
    const account = context.client.getQueryData(profileQuery.queryKey)?.id;
    const key: [string, string] = [account ?? '', hashKey(context.queryKey)];
    const db = account === undefined ? null : await database();
    try {
      const data = await fetch(context);
      // Keeping it is no reason to wait, or to fail.
      void db?.put(STORE, data, key).catch(() => undefined);
      return data;
    } catch (error) {
      const before = error instanceof NetworkError ? await db?.get(STORE, key) : undefined;
      if (before === undefined) throw error;
      return before as Data;
    }
  };

/** Keeps one thing of the person on this device under a name. */
export async function keepAs(name: string, value: unknown): Promise<void> {
  await (await database())?.put(STORE, value, name).catch(() => undefined);
}

/** Returns what was kept under a name. */
export async function readAs<Value>(name: string): Promise<Value | undefined> {
  return (await (await database())?.get(STORE, name)) as Value | undefined;
}

/** Removes what was kept, when a person signs out. */
export async function forgetKept(): Promise<void> {
  await (await database())?.clear(STORE).catch(() => undefined);
}
