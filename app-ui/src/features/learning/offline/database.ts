import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Entry } from './entry';

interface Schema extends DBSchema {
  /** What waits for a network, in the order in which it was done. */
  waiting: { key: number; value: Entry };
}

const NAME = 'mentor-hub-waiting';

let opened: Promise<IDBPDatabase<Schema> | null> | undefined;

/** Returns the database; null where the browser refuses to store. */
export function database(): Promise<IDBPDatabase<Schema> | null> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true });
    },
  }).catch(() => null);
  return opened;
}
