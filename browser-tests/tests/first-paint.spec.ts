import type { Page } from '@playwright/test';
import { firstLoad } from '../harness/first-load';
import { test as base, expect } from '../harness/test';

const test = base.extend({ baseURL: async ({ hub }, use) => use(hub.url) });

test.describe('before the scripts run', () => {
  for (const [locale, title, direction] of [
    ['en', 'Welcome back', 'ltr'],
    ['de', 'Willkommen zurück', 'ltr'],
    ['ar', 'مرحبًا بعودتك', 'rtl'],
  ] as const) {
    test(`sign-in page is drawn in ${locale}`, async ({ browser, hub }) => {
      const page = await browser.newPage({ baseURL: hub.url, locale });
      await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
      await page.goto('/signin');
      await expect(page.getByText(title)).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await expect(page.locator('#first-paint [lang]:visible')).toHaveCount(5);
    });
  }

  test('page of members begins with the sign-in for people who are signed out', async ({ page }) => {
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto('/learninghub');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    await page.goto('/moreinfo/faq');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeHidden();
  });

  test('home and mentorship greet, other pages show their places alone', async ({ tom: { page } }) => {
    await page.goto('/learninghub');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Tom');
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    const paint = page.locator('#first-paint');
    for (const path of ['/learninghub', '/mentorship']) {
      await page.goto(path);
      await expect(paint.locator('.fp-hello')).toHaveText('Hello, Tom', { useInnerText: true });
    }
    await page.goto('/feed');
    await expect(page.locator('.fp-hero')).toBeInViewport();
    await expect(paint).toHaveText(/^\s*Mentor Hub\s*$/, { useInnerText: true });
    await page.goto('/chat/messenger');
    await expect(page.locator('.fp-list')).toBeInViewport();
    await expect(paint).toHaveText('');
    // Nothing of a person is shown before the server has answered.
    await page.route('**/api/v2/users/refresh/', (route) => route.fulfill({ status: 401, json: {} }));
    await page.goto('/learninghub');
    await expect(page.locator('.fp-hero')).toBeInViewport();
    await expect(paint).toHaveText(/^\s*Mentor Hub\s*$/, { useInnerText: true });
  });
});

test.describe('while the scripts load', () => {
  /** Opens /signin; its scripts arrive when the returned function is called. */
  async function openSignIn(page: Page): Promise<() => void> {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto('/signin', { waitUntil: 'commit' });
    return arrive;
  }

  test('typed text and focus survive', async ({ page, hub }) => {
    const arrive = await openSignIn(page);
    await page.getByRole('textbox', { name: 'Email' }).fill('tom.mentee@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Mentor');
    arrive();
    const form = page.getByRole('main');
    await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue('tom.mentee@example.org');
    await expect(form.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type('-hub-1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${hub.url}/mentorship`);
  });

  test('sign-in that was sent is carried out', async ({ page, hub }) => {
    const arrive = await openSignIn(page);
    await page.getByRole('textbox', { name: 'Email' }).fill('tom.mentee@example.org');
    await page.locator('#first-paint [name=password]').fill('Mentor-hub-1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toBeVisible();
    arrive();
    await expect(page).toHaveURL(`${hub.url}/mentorship`);
  });
});

/** What a first visit of a page may take in all: requests, and kB over the wire. */
const BUDGETS = [
  { path: '/signin', requests: 18, kB: 255 },
  { path: '/learninghub', requests: 44, kB: 430 },
  { path: '/mentorship', requests: 60, kB: 475 },
  { path: '/chat/messenger', requests: 31, kB: 340 },
] as const;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  for (const { path, requests, kB } of BUDGETS) {
    test(`first visit of ${path} takes few requests and bytes`, async ({ page, hub, actor }) => {
      const opened = path === '/signin' ? page : (await actor('tom', hub)).page;
      // As after a sign-in in this browser.
      if (path !== '/signin') {
        await opened.addInitScript(() => localStorage.setItem('mh.signedIn', 'true'));
      }
      const load = await firstLoad(opened, path, async () => {
        await expect(opened.getByRole('main').getByRole('heading').first()).toBeVisible();
        // What is requested until a moment in between depends on the machine.
        await opened.waitForLoadState('networkidle');
      });
      // The app takes the responses of the boot script's requests.
      for (const first of ['refresh', 'profile']) {
        const sent = load.requests.filter((url) => url.endsWith(`/api/v2/users/${first}/`));
        expect(sent.length).toBeLessThanOrEqual(1);
      }
      expect(load.requests.length, load.requests.join('\n')).toBeLessThanOrEqual(requests);
      expect(load.bytes).toBeLessThanOrEqual(kB * 1000);
      await expect(opened.locator('#first-paint')).toHaveCount(0);
    });
  }
});
