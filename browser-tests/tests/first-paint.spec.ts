import { expect, test } from '../harness/test';

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
      await page.route(/\/assets\/(?!boot).*\.js$/, (route) => route.abort());
      await page.goto('/signin');
      await expect(page.getByText(title)).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await expect(page.locator('#first-paint [lang]:visible')).toHaveCount(5);
    });
  }

  test('other pages show the brand alone', async ({ browser, hub }) => {
    const page = await browser.newPage({ baseURL: hub.url });
    await page.route(/\/assets\/(?!boot).*\.js$/, (route) => route.abort());
    await page.goto('/chat');
    await expect(page.getByText('Mentor Hub')).toBeVisible();
    await expect(page.getByText('Welcome back')).toBeHidden();
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
