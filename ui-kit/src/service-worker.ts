/** The script of the service worker, which app-ui builds. */
export const WORKER = '/sw.js';

/** Between two searches for a newer worker. A page of this app may stay open for days without a navigation. */
const UPDATE_INTERVAL_MS = 3_600_000;

let isWatching = false;

/** Registers the service worker and keeps it up to date. Repeated calls change nothing. */
export async function registerWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.register(WORKER);
  if (isWatching) return;
  isWatching = true;
  updateWhenVisible(registration);
}

function updateWhenVisible(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < UPDATE_INTERVAL_MS) return;
    last = Date.now();
    // Without a network, later.
    registration.update().catch(() => undefined);
  });
}
