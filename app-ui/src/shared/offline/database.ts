import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * Returns a function that opens a database of one version once, and again after the browser has closed the connection: it does so
 * under memory pressure, or when the person clears the site's data. The result is null where the browser refuses to store.
 */
export function databaseOf<Schema extends DBSchema>(
  name: string,
  upgrade: (db: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema> | null> {
  let opened: Promise<IDBPDatabase<Schema> | null> | undefined;
  return () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade,
      terminated() {
        opened = undefined;
      },
    }).catch(() => null);
    return opened;
  };
}
