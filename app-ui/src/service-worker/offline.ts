import { isAppFile, keptPageFor } from './app-files';

/** The page without a network and the files that it needs; written by the build. */
declare const OFFLINE: { cache: string; page: string; files: readonly string[] };

const PREFIX = 'offline-';

/** Stores the page. The cache holds these files alone: never a page with data, never an answer of the API. */
export async function storeOfflinePage(): Promise<void> {
  const cache = await caches.open(OFFLINE.cache);
  await cache.addAll(OFFLINE.files.map((file) => new Request(file, { cache: 'reload' })));
}

/** Removes the pages of earlier workers. */
export async function removeOldPages(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OFFLINE.cache);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/**
 * Answers a navigation and the files of the app from the network, else from what is stored. Other requests, such as those to
 * the API, are not touched.
 */
export function answerOffline(event: FetchEvent): void {
  const { request } = event;
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(navigate(event));
  else if (isOfflineFile(request.url) || isAppFile(request.url))
    event.respondWith(fromNetworkOrCache(request));
}

async function navigate(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    return preloaded ?? (await fetch(event.request));
  } catch {
    return (await keptPageFor(event.request.url)) ?? (await stored(OFFLINE.page)) ?? Response.error();
  }
}

async function fromNetworkOrCache(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await stored(request.url)) ?? Response.error();
  }
}

const stored = (url: string) => caches.match(url);

function isOfflineFile(url: string): boolean {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && OFFLINE.files.includes(pathname);
}
