/** The files of the pages that can be read without a network; written by the build. */
declare const APP: { cache: string; files: readonly string[] };

// The build writes the list at each mention: one is enough.
const { cache: CACHE, files: FILES } = APP;
const PREFIX = 'app-';
const PAGE = '/';

/** What the page names for the pages of other addresses. */
const PRELOADS = /<script type="application\/json".*?<\/script>/;

/** The pages that show what a device has kept. Others show that there is no network. */
const KEPT_PAGES = /^\/$|^\/(learninghub|session)(\/|$)|^\/mentorship\/[^/]+\//;

/** Stores the app, once per release. It holds code and texts alone: what people read is kept by the pages. */
export async function keepApp(): Promise<void> {
  if ((await keptPage()) !== undefined) return;
  try {
    const page = await fetch(PAGE);
    const text = await page.clone().text();
    const own = text.replace(PRELOADS, '');
    const named = [...own.matchAll(/\/assets\/[\w.-]+/g)].map(([file]) => file);
    // During an update, page and worker may be of two releases.
    if (!page.ok || !named.every((file) => FILES.includes(file))) return;
    const cache = await caches.open(CACHE);
    await cache.addAll([...FILES]);
    // Last: without it the app counts as not stored.
    await cache.put(PAGE, page);
  } catch {
    await caches.delete(CACHE);
  }
}

/** Stores the app of this worker if that of an earlier one was stored. */
export async function renewApp(): Promise<void> {
  if ((await ownCaches()).length > 0) await keepApp();
}

/** Removes the app of earlier workers. */
export async function removeOldApps(): Promise<void> {
  const old = (await ownCaches()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Returns the stored page for an address that can be read without a network. */
export async function keptPageFor(url: string): Promise<Response | undefined> {
  return KEPT_PAGES.test(new URL(url).pathname) ? keptPage() : undefined;
}

/** Whether a file belongs to the app. */
export function isAppFile(url: string): boolean {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && FILES.includes(pathname);
}

const ownCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));
const keptPage = () => caches.match(PAGE, { cacheName: CACHE });
