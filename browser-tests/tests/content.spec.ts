import type { Page } from '@playwright/test';
import { violations } from '../harness/axe';
import { answerTo } from '../harness/http';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const DOCUMENTS = [
  ['/privacypolicy', 'Privacy Policy'],
  ['/termsofservice', 'Terms of Service'],
  ['/codeofconduct', 'Code of Conduct'],
] as const;

const INFO = [
  ['/moreinfo/faq', 'FAQs'],
  ['/moreinfo/privacyPolicy', 'Privacy Policy'],
  ['/moreinfo/wrs', 'Work readiness'],
  ['/internship', 'Internships'],
] as const;

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [path, title] of DOCUMENTS) {
  test(`${path} is public and has no top bar`, async ({ page, hub }) => {
    await page.goto(hub.url + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Mentor Hub`);
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
  });
}

test('missing document shows message and failed one retries', async ({ page, hub }) => {
  await page.route('**/api/v1/community/**', (route) => route.fulfill({ json: [] }));
  await page.goto(`${hub.url}/privacypolicy`);
  await expect(page.getByText('No Content Available')).toBeVisible();

  await page.unroute('**/api/v1/community/**');
  await page.route('**/api/v1/community/**', (route) => route.abort());
  await page.goto(`${hub.url}/termsofservice`);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible({ timeout: scaled(15_000) });
  await page.unroute('**/api/v1/community/**');
  await again.click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
});

test('hostile content is only words', async ({ page, hub }) => {
  const spans = [{ text: '<img src=x onerror="document.title=1">', href: 'javascript:alert(1)' }];
  const blocks = [{ kind: 'paragraph', spans: [{ text: spans[0]?.text }] }];
  await page.route('**/api/v1/community/**', (route) =>
    route.fulfill({ json: [{ id: 3, title: 'P', content: '', blocks, languageCode: 'en' }] }),
  );
  await page.goto(`${hub.url}/privacypolicy`);
  await expect(page.getByText('<img src=x')).toBeVisible();
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
});

test('legal document lists headings with addresses', async ({ tom }) => {
  await tom.page.goto('/moreinfo/termsOfService');
  const contents = tom.page.getByRole('navigation', { name: 'In this document' });
  await contents.getByRole('link', { name: 'The assistant' }).click();
  await expect(tom.page).toHaveURL(/#the-assistant$/);
  const heading = tom.page.getByRole('heading', { name: 'The assistant' });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  await tom.page.reload();
  await expect(heading).toBeInViewport();

  // A document without headings has no sidebar.
  const blocks = [{ kind: 'paragraph', spans: [{ text: 'We are kind to each other. '.repeat(20) }] }];
  await tom.page.route('**/api/v1/community/**', (route) =>
    route.fulfill({ json: [{ id: 4, title: 'T', content: '', blocks, languageCode: 'en' }] }),
  );
  await tom.page.goto('/moreinfo/termsOfService');
  const text = await tom.page.getByText('We are kind to each other.').boundingBox();
  const title = await tom.page.getByRole('heading', { level: 1 }).boundingBox();
  expect(text?.width).toBeGreaterThan((title?.width ?? 0) / 2);
});

test('information area opens the questions from the menu', async ({ tom }) => {
  await tom.page.goto('/learninghub');
  await tom.page.getByRole('button', { name: 'Account of Tom' }).click();
  const legal = tom.page.getByRole('navigation', { name: 'Legal' });
  await expect(legal.getByRole('link')).toHaveText(DOCUMENTS.map(([, title]) => title));
  await tom.page.getByRole('link', { name: 'FAQs' }).click();
  await expect(tom.page).toHaveURL(/\/moreinfo\/faq$/);

  await tom.page.goto('/moreinfo');
  await expect(tom.page).toHaveURL(/\/moreinfo\/faq$/);
  const pages = tom.page.getByRole('navigation', { name: 'More information' });
  await expect(pages.getByRole('link')).toHaveText([
    'My Profile',
    'FAQs',
    'Privacy Policy',
    'Terms of Service',
    'Code of Conduct',
  ]);
  await pages.getByRole('link', { name: 'Code of Conduct' }).click();
  await expect(tom.page).toHaveURL(/\/moreinfo\/codeofconduct$/);
  await tom.page.goBack();
  await expect(tom.page.getByRole('heading', { level: 1 })).toHaveText('FAQs');
});

test('questions open by key, link and search', async ({ tom }) => {
  const { page } = tom;
  await page.goto('/moreinfo/faq');
  const question = page.locator('#who-can-read');
  await expect(question).toContainText('Q.');
  await question.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(question.getByText('The people in the conversation.')).toBeVisible();
  await expect(page).toHaveURL(/#who-can-read$/);
  await page.reload();
  await expect(question.getByText('The people in the conversation.')).toBeVisible();
  await expect(question).toBeInViewport();

  const search = page.getByRole('searchbox', { name: 'Search the questions' });
  await search.fill('SPAM folder');
  await expect(page.locator('details')).toHaveCount(1);
  await expect(page.locator('mark')).toHaveText(['spam', 'folder']);
  await expect(page.getByText('Ask for a new one')).toBeVisible();
  await search.fill('quasar');
  await expect(page.getByText('Nothing found for “quasar”')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(search).toBeFocused();
  expect(await page.locator('details').count()).toBeGreaterThan(10);
});

test('work readiness shows a chart and a table', async ({ tom, maya }) => {
  await tom.page.goto('/moreinfo/wrs');
  const table = tom.page.getByRole('table', { name: 'All scores' });
  await expect(table.getByRole('row')).toHaveCount(6);
  const planning = table.getByRole('row', { name: /Planning/ });
  await expect(planning).toContainText('48 of 100');
  await expect(planning).toContainText('up 9 points');
  await expect(tom.page.getByRole('listitem').filter({ hasText: 'Maya Okafor' })).toContainText(
    'Your mentor',
  );

  await maya.page.goto('/moreinfo/wrs');
  await expect(maya.page.getByText('There are no scores yet')).toBeVisible();
  await expect(maya.page.getByRole('link', { name: 'My Profile' })).toHaveCount(0);
});

test('cards move by arrows, keys and touch', async ({ tom, maya }) => {
  const { page } = tom;
  await page.setViewportSize(SIZES.phone);
  await page.goto('/internship');
  const previous = page.getByRole('button', { name: 'Previous card' });
  const next = page.getByRole('button', { name: 'Next card' });
  const cards = page.getByRole('list', { name: 'Steps to your internship' }).getByRole('listitem');
  await expect(cards).toHaveCount(6);
  await expect(cards.first().getByRole('img', { name: 'A path that forks between hills' })).toBeVisible();
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await next.click();
  await expect(cards.nth(1)).toBeInViewport({ ratio: 0.9 });
  await expect(previous).not.toHaveAttribute('aria-disabled');
  await page.getByRole('list', { name: 'Steps to your internship' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cards.nth(2)).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('ArrowLeft');
  await expect(cards.nth(1)).toBeInViewport({ ratio: 0.9 });
  await cards.last().scrollIntoViewIfNeeded();
  await expect(next).toHaveAttribute('aria-disabled', 'true');

  await maya.page.goto('/internship');
  await expect(maya.page.getByText('Internships are not available to you')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      test('programme pages are public', async ({ tom }) => {
        for (const [path, title] of [...INFO, ...DOCUMENTS]) {
          await tom.page.goto(path);
          await expect(tom.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
          await expect(tom.page.getByText('Loading…')).toHaveCount(0);
          if (path === '/moreinfo/faq') await tom.page.locator('summary').first().click();
          expect(await violations(tom.page), path).toEqual([]);
          expect(await overflow(tom.page), path).toBe(0);
        }
      });
    });
  }
}

test.describe('in Arabic', () => {
  test('everything is mirrored and nothing sticks out', async ({ tom }) => {
    await tom.page.goto('/moreinfo/faq');
    await tom.page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'العربية' });
    await expect(tom.page.locator('html')).toHaveAttribute('dir', 'rtl');
    await tom.page.setViewportSize(SIZES.phone);
    for (const [path] of [...INFO, ...DOCUMENTS]) {
      await tom.page.goto(path);
      await expect(tom.page.locator('html')).toHaveAttribute('dir', 'rtl');
      await expect(tom.page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Arabic}/u);
      expect(await violations(tom.page), path).toEqual([]);
      expect(await overflow(tom.page), path).toBe(0);
    }
    await tom.page.goto('/moreinfo/faq');
    await expect(tom.page.getByText('كم مرة نلتقي؟')).toBeVisible();
    await tom.page.goto('/internship');
    const cards = tom.page
      .getByRole('list')
      .filter({ has: tom.page.getByRole('img') })
      .getByRole('listitem');
    await tom.page.getByRole('button', { name: 'البطاقة التالية' }).click();
    await expect(cards.nth(1)).toBeInViewport({ ratio: 0.9 });
  });
});

test('changed programme texts apply live and on reload', async ({ page, hub }) => {
  await page.route('**/getTranslation/**', (route) =>
    route.fulfill({
      json: {
        languageCode: 'en',
        translations: { app: { signIn: { title: 'Good to see you' } }, common: {}, messenger: {} },
      },
    }),
  );
  await page.route('**/getSupportedLanguages/**', (route) =>
    route.fulfill({
      json: [
        { languageCode: 'en', language: 'English', isDefault: true, isActive: true },
        { languageCode: 'fr', language: 'Français', isDefault: false, isActive: true },
        { languageCode: 'de', language: 'Deutsch', isDefault: false, isActive: false },
      ],
    }),
  );
  await page.goto(`${hub.url}/signin`);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
  const picker = page.getByRole('combobox', { name: 'Language' });
  await expect(picker.getByRole('option')).toHaveText(['English', 'Français']);

  // The server is unavailable: cached texts remain.
  await page.unroute('**/getTranslation/**');
  await page.route('**/getTranslation/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
});

test('programme-only language falls back to English', async ({ page, hub }) => {
  await page.addInitScript(() => {
    localStorage.setItem(
      'mh-languages',
      JSON.stringify([
        { code: 'en', name: 'English' },
        { code: 'fr', name: 'Français' },
      ]),
    );
  });
  await page.route('**/getTranslation/?language_code=fr**', (route) =>
    route.fulfill({
      json: {
        languageCode: 'fr',
        translations: { app: { signIn: { title: 'Bon retour' } }, common: {}, messenger: {} },
      },
    }),
  );
  await page.route('**/getSupportedLanguages/**', (route) => route.abort());
  await page.goto(`${hub.url}/signin`);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await expect(page.getByRole('heading', { name: 'Bon retour' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('first visit uses the programme-only profile language', async ({ tom }) => {
  const { page } = tom;
  await page.route('**/users/profile/', async (route) => {
    const profile = await (await answerTo(route)).json();
    await route.fulfill({ json: { ...profile, newPrimaryLanguage: 'fr' } });
  });
  const language = (languageCode: string, name: string) => ({
    languageCode,
    language: name,
    isDefault: languageCode === 'en',
    isActive: true,
  });
  const languages = [language('en', 'English'), language('fr', 'Français')];
  await page.route('**/getSupportedLanguages/**', (route) => route.fulfill({ json: languages }));
  const words = {
    app: { faq: { title: 'Questions fréquentes' } },
    common: {},
    messenger: { title: 'Messagerie' },
  };
  await page.route('**/getTranslation/?language_code=fr**', (route) =>
    route.fulfill({ json: { languageCode: 'fr', translations: words } }),
  );
  for (const [path, heading] of [
    ['/moreinfo/faq', 'Questions fréquentes'],
    ['/chat/messenger', 'Messagerie'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    // Another device.
    await page.evaluate(() => localStorage.clear());
  }
});

test('printed page shows text without controls', async ({ tom }) => {
  await tom.page.goto('/moreinfo/privacyPolicy');
  await expect(tom.page.getByRole('heading', { name: 'Cookies' })).toBeVisible();
  await tom.page.emulateMedia({ media: 'print' });
  await expect(tom.page.getByRole('banner')).toBeHidden();
  await expect(tom.page.getByRole('navigation', { name: 'In this document' })).toBeHidden();
  await expect(tom.page.getByRole('heading', { name: 'Cookies' })).toBeVisible();
});
