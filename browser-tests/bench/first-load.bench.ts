import { firstLoad, slowDown } from '../harness/first-load';
import { test } from '../harness/test';

/** Prints numbers without assertions, since they depend on the machine. Goals: docs/TESTING.md. */
const ROUNDS = 5;

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const PAGES: { path: string; isUsable: (page: import('@playwright/test').Page) => Promise<unknown> }[] = [
  {
    path: '/signin',
    isUsable: (page) => page.getByRole('textbox', { name: 'Email' }).waitFor({ timeout: 90_000 }),
  },
  {
    path: '/learninghub',
    isUsable: (page) => page.getByRole('heading', { level: 1 }).waitFor({ timeout: 90_000 }),
  },
  {
    path: '/mentorship',
    isUsable: (page) => page.getByRole('heading', { level: 1 }).waitFor({ timeout: 90_000 }),
  },
  {
    path: '/chat/messenger',
    isUsable: (page) => page.getByRole('list', { name: 'Conversations' }).waitFor({ timeout: 90_000 }),
  },
];

for (const { path, isUsable } of PAGES) {
  test(`first load of ${path} on a slow phone`, async ({ browser, hub, actor }) => {
    test.setTimeout(600_000);
    const rounds: Awaited<ReturnType<typeof firstLoad>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page =
        path === '/signin' ? await browser.newPage({ baseURL: hub.url }) : (await actor('tom', hub)).page;
      // As after a sign-in in this browser.
      if (path !== '/signin') await page.addInitScript(() => localStorage.setItem('mh.signedIn', 'true'));
      rounds.push(await firstLoad(page, path, isUsable, slowDown));
      await page.close();
    }
    const median = (of: (round: (typeof rounds)[number]) => number) =>
      Math.round(rounds.map(of).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN);
    console.log(
      `${path}: painted after ${median(({ painted }) => painted)} ms, greets after ${median(({ greeted }) => greeted)} ms, usable after ${median(({ usable }) => usable)} ms, ` +
        `${median(({ requests }) => requests.length)} requests, ${Math.round(median(({ bytes }) => bytes) / 1000)} kB (${ROUNDS})`,
    );
  });
}
