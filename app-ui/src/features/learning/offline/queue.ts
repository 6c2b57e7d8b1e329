import { HttpError, NetworkError } from 'ui-kit';
import { database } from './database';
import type { Entry } from './entry';

type Send = (entry: Entry) => Promise<void>;

let shown: readonly Entry[] = [];
const listeners = new Set<() => void>();

/** The entries of all accounts as they were last read. */
export const queue = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => shown,
};

/** Reads the entries, oldest first. */
export async function readQueue(): Promise<readonly Entry[]> {
  const db = await database();
  shown = db === null ? [] : await db.getAll('waiting');
  for (const listener of listeners) listener();
  return shown;
}

/** Keeps an entry until there is a network. Returns false where the browser refuses to store. */
export async function enqueue(entry: Entry): Promise<boolean> {
  const db = await database();
  if (db === null) return false;
  await db.add('waiting', entry);
  await readQueue();
  return true;
}

export async function forget({ order }: Entry): Promise<void> {
  const db = await database();
  if (db === null || order === undefined) return;
  await db.delete('waiting', order);
  await readQueue();
}

const isSendable = (entry: Entry, account: string): boolean =>
  entry.account === account && entry.refusal === undefined;

/** Whether an account has entries that the server has not refused. */
export const hasSendable = (entries: readonly Entry[], account: string): boolean =>
  entries.some((entry) => isSendable(entry, account));

/** Forgets all entries of an account. */
export async function forgetAll(account: string): Promise<void> {
  for (const entry of await readQueue()) if (entry.account === account) await forget(entry);
}

/**
 * Sends the queued entries of an account, oldest first, in one tab at a time. Stops where the network ends; keeps what the server
 * refuses, with the reason. Returns whether something was sent or refused.
 */
export async function sendQueue(
  account: string,
  send: Send,
  reasonOf: (error: unknown) => string,
): Promise<boolean> {
  const run = async () => {
    let isChanged = false;
    for (const entry of await readQueue()) {
      if (!isSendable(entry, account)) continue;
      try {
        await send(entry);
        await forget(entry);
        isChanged = true;
      } catch (error) {
        // The server is away or busy, or needs something from the person first.
        if (!isRefusal(error)) break;
        await (await database())?.put('waiting', { ...entry, refusal: reasonOf(error) });
        await readQueue();
        isChanged = true;
      }
    }
    return isChanged;
  };
  return 'locks' in navigator ? navigator.locks.request('mentor-hub-learning', run) : run();
}

/** Whether repeating the request cannot help. */
function isRefusal(error: unknown): boolean {
  if (error instanceof NetworkError || !(error instanceof HttpError)) return false;
  // New terms are agreed to on the page that the person sees then.
  const isLater = error.status === 401 || error.status === 429 || error.code === 'terms_required';
  return error.status < 500 && !isLater;
}
