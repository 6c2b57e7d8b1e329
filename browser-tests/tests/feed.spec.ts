import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../harness/axe';
import { answerTo } from '../harness/http';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** The address of the pages of the feed, not of its other calls. */
const PAGES = /\/learninghub\/feed\/\?/;

const heading = (page: Page, name = 'Feed', level = 1) => page.getByRole('heading', { level, name });
const articles = (page: Page) => page.getByRole('feed').getByRole('article');

/** Scrolls until the end of the feed is shown. */
async function readAll(page: Page): Promise<void> {
  const end = page.getByText('That’s everything for now.');
  await expect(async () => {
    await page.mouse.wheel(0, 700);
    await expect(end).toBeInViewport({ timeout: 100 });
  }).toPass();
}

test('feed is read to its end without a doubled item', async ({ tom }) => {
  const { page } = tom;
  const ids: string[] = [];
  page.on('response', async (response) => {
    if (!PAGES.test(response.url())) return;
    const { results } = await response.json();
    ids.push(...results.map(({ id }: { id: string }) => id));
  });
  await page.goto('/feed');
  await expect(heading(page)).toBeVisible();
  await expect(page).toHaveTitle(/Feed · Mentor Hub$/);
  await expect(articles(page).first()).toBeVisible();
  await page.getByRole('feed').hover();
  await readAll(page);
  expect(ids.length).toBeGreaterThan(10);
  expect(new Set(ids).size).toBe(ids.length);
  await expect(page.getByRole('heading', { name: 'Good to have you here' })).toBeVisible();
});

test('filter is in the address and works by key', async ({ tom }) => {
  const { page } = tom;
  await page.goto('/feed');
  await expect(articles(page).first()).toBeVisible();
  const button = page.getByRole('button', { name: /^Filter/ });
  await button.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await panel.getByRole('radio', { name: 'Quotes' }).check();
  const from = panel.getByRole('slider', { name: 'From' });
  await expect(from).toHaveAttribute('aria-valuetext', '1 Jan 2020');
  await from.press('ArrowRight');
  await expect(from).toHaveAttribute('aria-valuetext', '2 Jan 2020');
  await expect(panel.getByLabel('From').and(panel.locator('input'))).toHaveValue('2020-01-02');
  await from.press('Home');
  await panel.getByLabel('From').and(panel.locator('input')).fill('2025-04-01');
  await expect(from).toHaveAttribute('aria-valuetext', '1 Apr 2025');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\/feed\?event=quote&from=2025-04-01$/);
  await expect(page.getByRole('button', { name: 'Filter, 2 active' })).toBeFocused();
  await expect(page.getByText('Since 1 Apr 2025')).toBeVisible();
  await expect(articles(page).first().getByRole('blockquote')).toBeVisible();
  await expect(articles(page).getByRole('heading')).toHaveCount(0);

  // The address alone shows the same, and the back button returns to everything.
  await page.reload();
  await expect(articles(page).first().getByRole('blockquote')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(articles(page).getByRole('heading').first()).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: 'Filter, 2 active' }).click();
  await panel.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/\/feed$/);
});

test('wrong days are named and not applied', async ({ tom }) => {
  const { page } = tom;
  await page.goto('/feed');
  await page.getByRole('button', { name: 'Filter' }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  const day = (name: string) => panel.getByLabel(name, { exact: true }).and(panel.locator('input'));
  await day('To').fill('2025-01-01');
  await day('From').fill('2025-02-01');
  await expect(panel.getByRole('alert')).toContainText('the earlier one first');
  await expect(day('From')).toHaveAttribute('aria-invalid', 'true');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel).toBeVisible();
  await expect(page).toHaveURL(/\/feed$/);
});

test('filter without a match offers everything', async ({ tom }) => {
  const { page } = tom;
  await page.goto('/feed?to=2020-01-05');
  await expect(page.getByText('Nothing matches your filter')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).last().click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(articles(page).first()).toBeVisible();

  await page.route(PAGES, (route) =>
    route.fulfill({
      json: { results: [], page: 1, hasNextPage: false, asOf: '2026-01-01T00:00:00Z', newCount: 0 },
    }),
  );
  await page.reload();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
});

test('like stays after a reload and is undone on failure', async ({ tom, maya }) => {
  const { page } = tom;
  await page.goto('/feed');
  const like = articles(page).first().getByRole('button', { name: /^Like/ });
  await expect(like).toHaveAccessibleName(/ · 0 likes$/);
  const stored = page.waitForResponse(/toggle-like/);
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveAccessibleName(/ · 1 like$/);
  await stored;
  await maya.page.goto('/feed');
  const mayas = articles(maya.page).first().getByRole('button', { name: /^Like/ });
  await expect(mayas).toHaveAccessibleName(/ · 1 like$/);
  await expect(mayas).toHaveAttribute('aria-pressed', 'false');
  await mayas.click();

  await expect(mayas).toHaveAccessibleName(/ · 2 likes$/);
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page.route('**/toggle-like/', (route) => route.abort());
  await like.click();
  await expect(page.getByText('Your like could not be saved.')).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/toggle-like/');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(like).toHaveAccessibleName(/ · [01] likes?$/);
});

test('likes are hidden for oneself', async ({ tom, maya }) => {
  const { page } = tom;
  const likes = (of: Page) => articles(of).first().getByRole('button', { name: /^Like/ });
  await maya.page.goto('/feed');
  await page.goto('/feed');
  await expect(likes(page)).toBeVisible();
  await page.getByRole('button', { name: 'Hide likes' }).click();
  await expect(likes(page)).toHaveCount(0);
  await expect(likes(maya.page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(articles(page).first()).toBeVisible();
  await expect(likes(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show likes' }).press('Enter');
  await expect(likes(page)).toBeVisible();
});

test('followed link is reported and the position kept', async ({ tom }) => {
  const { page } = tom;
  await page.goto('/feed?event=post');
  await expect(articles(page).first()).toBeVisible();
  const external = page.getByRole('link', { name: /^Read on .*new tab/ });
  const link = page.getByRole('link', { name: /^Have a look/ });
  await page.getByRole('feed').hover();
  await expect(async () => {
    await page.mouse.wheel(0, 900);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(2500);
  }).toPass();
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(link.last()).toBeInViewport({ timeout: 200 });
  }).toPass();
  for (const one of await external.all()) {
    await expect(one).toHaveAttribute('target', '_blank');
    await expect(one).toHaveAttribute('rel', 'noopener noreferrer');
  }
  const target = link.last();
  const name = await target.evaluate((element) => element.textContent ?? '');
  const top = (await target.boundingBox())?.y ?? 0;
  const report = page.waitForRequest(/feed\/click\//);
  await target.click();
  expect((await report).postDataJSON()).toEqual({ id: expect.any(String) });
  await expect(heading(page)).toHaveCount(0);

  await page.goBack();
  const again = link.filter({ hasText: name });
  await expect(again).toBeInViewport();
  await expect.poll(async () => Math.abs(((await again.boundingBox())?.y ?? 0) - top)).toBeLessThan(80);
});

test('place is kept over reloads and on the way back', async ({ tom }) => {
  const { page } = tom;
  const pages: string[] = [];
  page.on('request', (request) => {
    if (PAGES.test(request.url())) pages.push(new URL(request.url()).searchParams.get('page') ?? '');
  });
  await page.goto('/feed');
  await expect(articles(page).first()).toBeVisible();
  await page.getByRole('feed').hover();
  const seen = async () => {
    const all = await articles(page).filter({ hasText: 'Have a look' }).all();
    for (const article of all) {
      const box = await article.getByRole('link').boundingBox();
      if (box !== null && box.y > 100 && box.y < 600) return article.getByRole('heading').textContent();
    }
    return null;
  };
  let title: string | null = null;
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(4500);
    title = await seen();
    expect(title).not.toBeNull();
  }).toPass();
  expect(pages).toContain('2');
  await page.waitForLoadState('networkidle');
  const post = articles(page).filter({ has: heading(page, title ?? '', 2) });
  const top = (await post.boundingBox())?.y ?? 0;
  const isKept = async () => {
    await expect(post).toBeInViewport();
    await expect.poll(async () => Math.abs(((await post.boundingBox())?.y ?? 0) - top)).toBeLessThan(10);
  };

  await page.reload();
  await isKept();
  await page.reload();
  await isKept();
  await post.getByRole('link').click();
  await expect(heading(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await isKept();
  await readAll(page);

  // A new visit begins with the newest.
  await page.goto('/feed');
  await expect(articles(page).first()).toBeInViewport();
  await expect(heading(page)).toBeInViewport();
});

test('unsupported item leaves the others readable', async ({ tom }) => {
  const { page } = tom;
  await page.route(PAGES, async (route) => {
    const answer = await answerTo(route);
    const body = await answer.json();
    body.results[1] = { ...body.results[1], event: 'poll', contentObject: { question: 'Well?' } };
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/feed');
  await expect(
    page.getByText('We do not support this typeof of post currently', { exact: true }),
  ).toBeVisible();
  await expect(articles(page).first()).toBeVisible();
});

test('failed pages can be tried again', async ({ tom }) => {
  const { page } = tom;
  await page.route(PAGES, (route) => route.abort());
  await page.goto('/feed');
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible({ timeout: 20_000 });
  await page.unroute(PAGES);
  await page.route(/feed\/\?.*page=2/, (route) => route.abort());
  await again.click();
  await expect(articles(page).first()).toBeVisible();
  await page.getByRole('feed').hover();
  await expect(async () => {
    await page.mouse.wheel(0, 2000);
    await expect(again).toBeInViewport({ timeout: 200 });
  }).toPass({ timeout: 30_000 });
  await page.unroute(/feed\/\?.*page=2/);
  await again.click();
  await expect(again).toHaveCount(0);
  await readAll(page);
});

test('new posts are offered and shown on request', async ({ hub, tom }) => {
  const { page } = tom;
  await page.clock.install();
  await page.goto('/feed');
  await expect(articles(page).first()).toBeVisible();
  const folder = await mkdtemp(join(tmpdir(), 'feed-'));
  await writeFile(
    join(folder, 'feed.yaml'),
    `items:
  - key: brand-new
    event: post
    published_on: 2026-01-02
    title: {en: "Just published", de: "Eben erschienen", ar: "نُشر الآن"}
    description: {en: "Read me.", de: "Lies mich.", ar: "اقرأني."}
`,
  );
  await hub.command('content', 'import', folder);
  await rm(folder, { recursive: true });
  await page.clock.fastForward('05:01');
  const offer = page.getByRole('button', { name: '1 new post' });
  await expect(offer).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Just published' })).toHaveCount(0);
  await offer.click();
  await expect(page.getByRole('heading', { name: 'Just published' })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      test('feed and filter are accessible', async ({ tom }) => {
        await tom.page.goto('/feed');
        await checkFeed(tom.page, 'Filter');
      });
    });
  }
}

test.describe('in Arabic on a phone', () => {
  test.use({ locale: 'ar', viewport: SIZES.phone });

  test('feed and filter are accessible', async ({ tom }) => {
    await tom.page.goto('/feed');
    await tom.page.getByRole('button', { name: 'Menu' }).click();
    await tom.page.getByRole('combobox', { name: /Language/ }).selectOption('ar');
    await expect(tom.page.locator('html')).toHaveAttribute('dir', 'rtl');
    await tom.page.keyboard.press('Escape');
    await expect(tom.page.getByRole('dialog')).toHaveCount(0);
    await checkFeed(tom.page, 'تصفية');
  });
});

async function checkFeed(page: Page, filter: string): Promise<void> {
  await expect(articles(page).first()).toBeVisible();
  await articles(page).first().getByRole('button').click();
  expect(await violations(page)).toEqual([]);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: filter }).click();
  await expect(page.getByRole('dialog', { name: filter })).toBeVisible();
  expect(await violations(page)).toEqual([]);
}
