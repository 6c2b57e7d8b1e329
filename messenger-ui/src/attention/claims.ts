/**
 * True for the first tab that asks for this name; the others hear false until the time is over. A shared claim keeps the
 * others out as well and can be made anew before it ends.
 */
export type Claim = (name: string, forMs: number, mode?: LockMode) => Promise<boolean>;

/**
 * Tabs of one browser agree by a lock: it needs no leader that may be asleep, and a tab that dies gives its locks back.
 */
export function claimByLock(locks: LockManager | undefined): Claim {
  // An old browser or a page without a secure context: a sound too many is better than none.
  if (!locks) return () => Promise.resolve(true);
  return (name, forMs, mode = 'exclusive') =>
    new Promise((resolve) => {
      void locks
        .request(`mentor-hub.${name}`, { ifAvailable: true, mode }, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : new Promise((done) => setTimeout(done, forMs));
        })
        .catch(() => resolve(true));
    });
}
