/** True for the first tab that asks for this name; the others hear false until the time is over. */
export type Claim = (name: string, forMs: number) => Promise<boolean>;

const PREFIX = 'mentor-hub.';

/**
 * Tabs of one browser agree by a lock: it needs no leader that may be asleep, and a tab that dies gives its locks back.
 */
export function claimByLock(locks: LockManager | undefined): Claim {
  // An old browser or a page without a secure context: a sound too many is better than none.
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

/** Says to all tabs that somebody reads this channel here, until it is taken back. */
export function holdReading(locks: LockManager | undefined, channelId: string): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  // Taken back before or after the lock was there; either way nobody waits for an answer.
  const until = () => new Promise<void>((done) => signal.addEventListener('abort', () => done()));
  locks
    ?.request(reading(channelId), { signal }, () => (signal.aborted ? undefined : until()))
    .catch(() => undefined);
  return () => abort.abort();
}

/** Whether somebody reads this channel in any tab. */
export async function isBeingRead(locks: LockManager | undefined, channelId: string): Promise<boolean> {
  if (!locks) return false;
  // Shared: tabs that ask at the same moment must not take each other for a reader.
  const look = { ifAvailable: true, mode: 'shared' } as const;
  return locks.request(reading(channelId), look, (lock) => lock === null).catch(() => false);
}
