import type { Page } from '@playwright/test';
import { MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { GifProvider } from '../harness/gif-provider';
import { Hub } from '../harness/hub';
import { test as base, expect } from '../harness/test';

const test = base.extend<{ provider: GifProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  provider: async ({}, use) => {
    const provider = await GifProvider.start();
    await use(provider);
    await provider.remove();
  },
  hub: async ({ provider }, use) => {
    const hub = await Hub.start(provider.env);
    await use(hub);
    await hub.remove();
  },
});

const openButton = (page: Page) => page.getByRole('button', { name: 'Choose a GIF' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'GIFs' });
const search = (page: Page) => panel(page).getByRole('searchbox', { name: 'Search GIFs' });
const tile = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });

test('GIF is searched, sent and received', async ({ maya, tom, provider }) => {
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  const strangers: string[] = [];
  for (const { page, context } of [maya, tom]) {
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(page.url()).origin) strangers.push(request.url());
    });
  }
  await openButton(maya.page).click();
  await expect(tile(maya.page, 'Popular 1')).toBeVisible();
  await expect(panel(maya.page)).toContainText('Powered by GIPHY');
  await search(maya.page).fill('happy cat');
  await tile(maya.page, 'happy cat 3').click();
  await expect(panel(maya.page)).toHaveCount(0);
  await expect(maya.page.getByText('Files sent cannot be deleted. Verify before sending')).toBeVisible();
  await maya.composer.press('Enter');
  for (const { page } of [maya, tom]) {
    const picture = page.getByRole('article').last().locator('img').last();
    await expect(picture).toHaveAttribute('src', /^\/api\/v2\/chat\/gifs\/media\//);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  expect(strangers).toEqual([]);
  expect(provider.asked.filter((path) => path.includes('q=happy+cat'))).toHaveLength(1);
});

test('more GIFs load before the end of list', async ({ maya, provider }) => {
  await maya.openConversation(TOM);
  await openButton(maya.page).click();
  await expect(tile(maya.page, 'Popular 1')).toBeVisible();
  await tile(maya.page, 'Popular 1').hover();
  for (const name of ['Popular 11', 'Popular 21', 'Popular 25']) {
    await maya.page.mouse.wheel(0, 10_000);
    await expect(tile(maya.page, name)).toBeAttached();
  }
  await expect(panel(maya.page).getByRole('button', { name: /^Popular/ })).toHaveCount(25);
  expect(provider.asked.filter((path) => path.includes('trending'))).toHaveLength(3);
});

test('by keys alone', async ({ maya }) => {
  await maya.openConversation(TOM);
  await openButton(maya.page).focus();
  await maya.page.keyboard.press('Enter');
  await expect(search(maya.page)).toBeFocused();
  await expect(tile(maya.page, 'Popular 1')).toBeVisible();
  await maya.page.keyboard.press('ArrowDown');
  await expect(tile(maya.page, 'Popular 1')).toBeFocused();
  await maya.page.keyboard.press('ArrowRight');
  await maya.page.keyboard.press('ArrowDown');
  await expect(tile(maya.page, 'Popular 4')).toBeFocused();
  await maya.page.keyboard.press('ArrowUp');
  await maya.page.keyboard.press('ArrowUp');
  await expect(search(maya.page)).toBeFocused();
  await maya.page.keyboard.press('Escape');
  await expect(panel(maya.page)).toHaveCount(0);
  await expect(openButton(maya.page)).toBeFocused();
});

test.describe('with less movement', () => {
  test.use({ reducedMotion: 'reduce' });

  test('pictures stand still until they are looked at', async ({ maya }) => {
    await maya.openConversation(TOM);
    await openButton(maya.page).click();
    const picture = tile(maya.page, 'Popular 2').locator('img');
    await expect(picture).toHaveAttribute('src', /\/still\//);
    await tile(maya.page, 'Popular 2').hover();
    await expect(picture).toHaveAttribute('src', /\/preview\//);
  });
});

test('empty results and unreachable GIF provider show messages', async ({ maya, provider }) => {
  await maya.openConversation(TOM);
  await openButton(maya.page).click();
  await search(maya.page).fill('nothing');
  await expect(panel(maya.page)).toContainText('No GIFs found');
  expect(await violations(maya.page)).toEqual([]);
  provider.isBusy = true;
  await search(maya.page).fill('busy');
  await expect(panel(maya.page).getByRole('alert')).toBeVisible();
  expect(await violations(maya.page)).toEqual([]);
  provider.isBusy = false;
  await panel(maya.page).getByRole('button', { name: 'Try again' }).click();
  await expect(tile(maya.page, 'busy 1')).toBeVisible();
  expect(await violations(maya.page)).toEqual([]);
});

base('without a key there is no button', async ({ maya }) => {
  await maya.openConversation(TOM);
  await expect(maya.page.getByRole('button', { name: 'Insert emoji' })).toBeVisible();
  await expect(openButton(maya.page)).toHaveCount(0);
});
