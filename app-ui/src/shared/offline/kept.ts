import { hashKey, type QueryFunctionContext } from '@tanstack/react-query';
import { type IDBPDatabase, openDB } from 'idb';
import { NetworkError, profileQuery } from 'ui-kit';

const NAME = 'mentor-hub-kept';
const STORE = 'answers';

let opened: Promise<IDBPDatabase | null> | undefined;

/** Returns the database; null where the browser refuses to store. */
function database(): Promise<IDBPDatabase | null> {
  opened ??= openDB(NAME, 1, { upgrade: (db) => void db.createObjectStore(STORE) }).catch(() => null);
  return opened;
}

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
