import type { CDPSession, Page } from '@playwright/test';

/** A phone on a slow network, as Lighthouse's "slow 3G" of 400 kbit/s: the phones of many members. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 51_200, uploadThroughput: 51_200 };
const CPU_SLOWDOWN = 4;

export interface FirstLoad {
  /** Until the first paint, in milliseconds. */
  painted: number;
  /** Until the first paint greets the person; not a number on pages without a greeting. */
  greeted: number;
  /** Until the page is usable, in milliseconds. */
  usable: number;
  /** The addresses requested until then, and the bytes that they moved, each once. */
  requests: string[];
  bytes: number;
}

/** Makes the network and the processor of a page slow. */
export async function slowDown(debug: CDPSession): Promise<void> {
  await debug.send('Network.emulateNetworkConditions', SLOW);
  await debug.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Opens a page in a browser without any of its files, and waits until it is usable. */
export async function firstLoad(
  page: Page,
  path: string,
  isUsable: (page: Page) => Promise<unknown>,
  prepare: (debug: CDPSession) => Promise<void> = async () => {},
): Promise<FirstLoad> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Network.enable');
  await prepare(debug);
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  debug.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  debug.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  await page.addInitScript(() => {
    new MutationObserver(() => performance.mark('greeted')).observe(document, {
      attributes: true,
      attributeFilter: ['data-is-greeted'],
      subtree: true,
    });
  });
  const start = performance.now();
  await page.goto(path, { waitUntil: 'commit', timeout: 90_000 });
  await isUsable(page);
  const usable = performance.now() - start;
  // On a slow machine the server announces changes of the demo only now, and the page asks for the same again.
  const addresses = new Map([...urls].map(([id, url]) => [url, sizes.get(id) ?? 0]));
  const requests = [...addresses.keys()];
  const bytes = [...addresses.values()].reduce((sum, size) => sum + size, 0);
  const [painted = Number.NaN, greeted = Number.NaN] = await page.evaluate(() =>
    ['first-paint', 'greeted'].map((name) => performance.getEntriesByName(name)[0]?.startTime),
  );
  return { painted, greeted, usable, requests, bytes };
}
