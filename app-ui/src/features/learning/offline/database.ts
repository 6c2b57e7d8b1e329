import type { DBSchema } from 'idb';
import { databaseOf } from '../../../shared/offline/database';
import type { Entry } from './entry';

interface Schema extends DBSchema {
  /** The queue, in the order in which things were done. Devices have it under this name. */
  waiting: { key: number; value: Entry };
}

/** Returns the database; null where the browser refuses to store. */
export const database = databaseOf<Schema>('mentor-hub-waiting', (db) => {
  db.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true });
});
