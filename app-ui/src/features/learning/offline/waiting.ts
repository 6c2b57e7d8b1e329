import { HttpError, NetworkError } from 'ui-kit';
import { database } from './database';
import type { Entry } from './entry';

type Send = (entry: Entry) => Promise<void>;

let shown: readonly Entry[] = [];
const listeners = new Set<() => void>();

/** The entries of all accounts as they were last read. */
export const waiting = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => shown,
};

/** Reads the entries, oldest first. */
export async function readWaiting(): Promise<readonly Entry[]> {
  const db = await database();
  shown = db === null ? [] : await db.getAll('waiting');
  for (const listener of listeners) listener();
  return shown;
}

/** Keeps an entry until there is a network. Returns false where the browser refuses to store. */
export async function wait(entry: Entry): Promise<boolean> {
  const db = await database();
  if (db === null) return false;
  await db.add('waiting', entry);
  await readWaiting();
  return true;
}

export async function forget({ order }: Entry): Promise<void> {
  const db = await database();
  if (db === null || order === undefined) return;
  await db.delete('waiting', order);
  await readWaiting();
}

const isSendable = (entry: Entry, account: string): boolean =>
  entry.account === account && entry.refusal === undefined;

/** Whether something waits of an account that the server has not refused. */
export const hasSendable = (entries: readonly Entry[], account: string): boolean =>
  entries.some((entry) => isSendable(entry, account));

/** Forgets everything of an account. */
export async function forgetAll(account: string): Promise<void> {
  for (const entry of await readWaiting()) if (entry.account === account) await forget(entry);
}

/**
 * Sends what waits of an account, oldest first, in one tab at a time. Stops where the network ends; keeps what the server
 * refuses, with the reason. Returns whether something was sent or refused.
 */
export async function sendWaiting(
  account: string,
  send: Send,
  reasonOf: (error: unknown) => string,
): Promise<boolean> {
  const run = async () => {
    let isChanged = false;
    for (const entry of await readWaiting()) {
      if (!isSendable(entry, account)) continue;
      try {
        await send(entry);
        await forget(entry);
        isChanged = true;
      } catch (error) {
        // The server is away or busy, or waits for the person: later.
        if (!isRefusal(error)) break;
        await (await database())?.put('waiting', { ...entry, refusal: reasonOf(error) });
        await readWaiting();
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
