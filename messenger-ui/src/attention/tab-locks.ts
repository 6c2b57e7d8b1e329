/** Resolves to true in the first tab that locks this name; to false in others until the time is over. */
export type TabLock = (name: string, forMs: number) => Promise<boolean>;

const PREFIX = 'mentor-hub.';

/**
 * Locks by Web Locks: they need no leader tab that may be suspended, and the browser releases those of a closed tab.
 */
export function webLock(locks: LockManager | undefined): TabLock {
  // Old browsers and insecure contexts have no locks: a duplicate sound is better than none.
  if (!locks) return () => Promise.resolve(true);
  return (name, forMs) =>
    new Promise((resolve) => {
      void locks
        .request(PREFIX + name, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : new Promise((done) => setTimeout(done, forMs));
        })
        .catch(() => resolve(true));
    });
}

const reading = (channelId: string) => `${PREFIX}reading.${channelId}`;

/** Holds a lock while a person reads this channel in this tab. */
export function holdReading(locks: LockManager | undefined, channelId: string): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  // Aborted before or after the lock was granted: either way no caller waits.
  const until = () => new Promise<void>((done) => signal.addEventListener('abort', () => done()));
  locks
    ?.request(reading(channelId), { signal }, () => (signal.aborted ? undefined : until()))
    .catch(() => undefined);
  return () => abort.abort();
}

/** Whether any tab holds the reading lock of this channel. */
export async function isBeingRead(locks: LockManager | undefined, channelId: string): Promise<boolean> {
  if (!locks) return false;
  // Shared mode: concurrent checks of other tabs must not count as readers.
  const look = { ifAvailable: true, mode: 'shared' } as const;
  return locks.request(reading(channelId), look, (lock) => lock === null).catch(() => false);
}
