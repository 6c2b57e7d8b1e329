import type { Page } from '@playwright/test';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

test.use({ serviceWorkers: 'allow' });

const activeWorker = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Paths of everything that the browser has cached, by cache. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const all: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      all[name] = requests.map(({ url }) => new URL(url).pathname).toSorted();
    }
    return all;
  });

test('app is installable with icons of the right size', async ({ tom, hub }) => {
  await tom.page.goto('/');
  await activeWorker(tom.page);
  const debug = await tom.context.newCDPSession(tom.page);
  const { url, errors, data } = await debug.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${hub.url}/manifest.webmanifest`);
  const { installabilityErrors } = await debug.send('Page.getInstallabilityErrors');
  const problems = installabilityErrors.map(({ errorId }) => errorId);
  // Every test has a private window.
  expect(problems.filter((problem) => problem !== 'in-incognito')).toEqual([]);

  const { icons } = JSON.parse(data ?? '') as { icons: { src: string; sizes: string; purpose?: string }[] };
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const size = await tom.page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});

for (const [language, title, retry] of [
  ['en', 'No connection to Mentor Hub', 'Try again'],
  ['de', 'Keine Verbindung zu Mentor Hub', 'Noch einmal versuchen'],
  ['ar', 'لا اتصال بـ Mentor Hub', 'حاول مرة أخرى'],
] as const) {
  test(`start without a server shows a page in ${language}`, async ({ tom, hub }) => {
    const { page } = tom;
    await page.goto('/moreinfo/faq');
    await activeWorker(page);
    await page.getByRole('combobox').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await hub.kill();
    await page.goto('/moreinfo/faq?from=home');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    await expect(page.locator('main [lang]:visible')).toHaveCount(3);
    expect(await violations(page)).toEqual([]);

    await hub.start();
    await page.getByRole('button', { name: retry }).click();
    await expect(page).toHaveURL(/\/moreinfo\/faq\?from=home$/);
    await expect(page.getByRole('navigation').first()).toBeVisible();
  });
}

test('page without network reloads when the network returns', async ({ tom }) => {
  const { page, context } = tom;
  await page.goto('/');
  await activeWorker(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No connection to Mentor Hub' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
});

test('worker caches its page alone and removes earlier ones', async ({ tom }) => {
  const { page } = tom;
  await tom.openConversation('Maya Okafor');
  await page.goto('/');
  await activeWorker(page);
  const files = [
    expect.stringMatching(/^\/assets\/boot-[\w-]+\.js$/),
    expect.stringMatching(/^\/assets\/reload-[\w-]+\.js$/),
    '/offline.html',
  ];
  const first = await cached(page);
  expect(Object.values(first)).toEqual([files]);
  await page.evaluate(async () => {
    await (await caches.open('offline-old')).put('/offline.html', new Response('old'));
    await (await navigator.serviceWorker.ready).unregister();
  });
  // A new worker is installed, as after an update.
  await page.reload();
  await activeWorker(page);
  await expect.poll(async () => Object.keys(await cached(page))).toEqual(Object.keys(first));
});
