import type { Page } from '@playwright/test';
import { test as base, expect } from '../harness/test';

const test = base.extend({ baseURL: async ({ hub }, use) => use(hub.url) });

/** Requests of a first visit to /signin, as a slow phone feels them. */
const MAX_REQUESTS = 20;

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

  test('other pages show the brand and the places of a page', async ({ tom: { page } }) => {
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto('/learninghub');
    await expect(page.locator('#first-paint')).toHaveText(/^\s*Mentor Hub\s*$/, { useInnerText: true });
    await expect(page.locator('.fp-hero')).toBeInViewport();
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

test('first visit takes few requests', async ({ browser, hub }) => {
  const page = await browser.newPage({ baseURL: hub.url });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const texts = page.waitForResponse('**/getSupportedLanguages/');
  await page.goto('/signin');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await texts;
  await page.waitForLoadState('networkidle');
  expect(requests.length, requests.join('\n')).toBeLessThan(MAX_REQUESTS);
  await expect(page.locator('#first-paint')).toHaveCount(0);
});
