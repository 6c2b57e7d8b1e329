import type { Page } from '@playwright/test';
import { CIRCLE, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const open = (page: Page) => page.getByRole('button', { name: 'Insert emoji' }).click();
const picker = (page: Page) => page.getByRole('dialog', { name: 'Emoji' });
const search = (page: Page) => picker(page).getByRole('searchbox', { name: 'Search emoji' });

test('emoji is inserted at the caret', async ({ maya }) => {
  await maya.openConversation(TOM);
  await maya.composer.fill('Good  morning');
  await maya.page.keyboard.press('Home');
  for (let steps = 0; steps < 5; steps += 1) await maya.page.keyboard.press('ArrowRight');
  await open(maya.page);
  await expect(search(maya.page)).toBeFocused();
  await maya.page.keyboard.type('sunrise over');
  await expect(picker(maya.page).getByRole('button', { name: 'Sunrise over Mountains' })).toBeVisible();
  await maya.page.keyboard.press('Enter');
  await expect(picker(maya.page)).toHaveCount(0);
  await expect(maya.composer).toBeFocused();
  await maya.page.keyboard.type('!');
  await expect(maya.composer).toHaveValue('Good 🌄! morning');
  await maya.composer.press('Enter');
  await expect(maya.sent('Good 🌄! morning')).toHaveCount(1);
});

test('emoji picker is fully usable by keyboard', async ({ maya }) => {
  await maya.openConversation(CIRCLE);
  await maya.composer.fill('Still here');
  await open(maya.page);
  await expect(search(maya.page)).toBeFocused();
  await maya.page.keyboard.press('ArrowDown');
  const buttons = picker(maya.page).getByRole('region', { name: 'Frequently used' }).getByRole('button');
  await expect(buttons.first()).toBeFocused();
  await maya.page.keyboard.press('ArrowRight');
  await expect(buttons.nth(1)).toBeFocused();
  await maya.page.keyboard.press('ArrowLeft');
  await maya.page.keyboard.press('ArrowUp');
  await expect(search(maya.page)).toBeFocused();

  await maya.page.keyboard.type('heart');
  await maya.page.keyboard.press('Escape');
  await expect(search(maya.page)).toHaveValue('');
  await maya.page.keyboard.press('Escape');
  await expect(picker(maya.page)).toHaveCount(0);
  await expect(maya.page.getByRole('button', { name: 'Insert emoji' })).toBeFocused();
  await expect(maya.composer).toHaveValue('Still here');
});

test('skin tone persists and recent emoji come first', async ({ maya }) => {
  await maya.openConversation(TOM);
  await open(maya.page);
  await picker(maya.page).getByRole('radio', { name: 'Medium', exact: true }).check();
  await search(maya.page).fill('vulcan');
  const results = picker(maya.page).getByRole('region', { name: 'Results' });
  for (let uses = 0; uses < 2; uses += 1) {
    if (uses > 0) {
      await open(maya.page);
      await search(maya.page).fill('vulcan');
    }
    await results.getByRole('button', { name: 'Vulcan Salute' }).click();
  }
  await expect(maya.composer).toHaveValue('🖖🏽🖖🏽');
  await maya.page.reload();
  await maya.choose(TOM);
  await open(maya.page);
  await expect(picker(maya.page).getByRole('radio', { name: 'Medium', exact: true })).toBeChecked();
  const often = picker(maya.page).getByRole('region', { name: 'Frequently used' });
  await expect(often.getByRole('button', { name: 'Vulcan Salute' })).toHaveText('🖖🏽');
});

test('is searched in the language of the page', async ({ maya }) => {
  await maya.page.goto('/');
  await maya.page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await maya.page.goto('/chat/messenger');
  await maya.page.getByRole('button', { name: new RegExp(`^${TOM}`) }).click();
  await maya.page.getByRole('button', { name: 'Emoji einfügen' }).click();
  await maya.page.getByRole('searchbox', { name: 'Emoji suchen' }).fill('regenbogen');
  await maya.page.getByRole('button', { name: 'Regenbogen', exact: true }).click();
  await expect(maya.page.getByRole('textbox', { name: /^Nachricht/ })).toHaveValue('🌈');
});

test('failed emoji load shows an error and retries', async ({ maya }) => {
  await maya.openConversation(TOM);
  let isDown = true;
  await maya.page.route(/\/assets\/emoji-/, (route) => (isDown ? route.abort() : route.continue()));
  await open(maya.page);
  await expect(picker(maya.page).getByRole('alert')).toBeVisible();
  isDown = false;
  await picker(maya.page).getByRole('button', { name: 'Try again' }).click();
  await expect(search(maya.page)).toBeVisible();
});

test('emoji picker stays on screen within the widget', async ({ maya }) => {
  await maya.page.goto('/');
  await maya.page.getByRole('button', { name: /^Messages/ }).click();
  await maya.channel(TOM).click();
  await open(maya.page);
  await expect(search(maya.page)).toBeFocused();
  await expect(picker(maya.page)).toBeInViewport({ ratio: 1 });
  await maya.page.keyboard.press('Escape');
  await expect(picker(maya.page)).toHaveCount(0);
  await expect(maya.composer).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('emoji picker is sheet closed by tapping outside', async ({ maya }) => {
    await maya.openConversation(TOM);
    await maya.page.getByRole('button', { name: 'Insert emoji' }).tap();
    await expect(search(maya.page)).toBeVisible();
    await expect(search(maya.page)).not.toBeFocused();
    const place = async () => {
      const box = await picker(maya.page).boundingBox();
      return box && [box.width, box.y + box.height];
    };
    await expect.poll(place).toEqual([390, 844]);
    await maya.page.touchscreen.tap(195, 80);
    await expect(picker(maya.page)).toHaveCount(0);
  });
});

test.describe('has no fault that axe can find', () => {
  test('with all groups', async ({ maya }) => {
    await maya.openConversation(TOM);
    await open(maya.page);
    await expect(search(maya.page)).toBeVisible();
    expect(await violations(maya.page)).toEqual([]);
  });

  test.describe('in the dark', () => {
    test.use({ colorScheme: 'dark' });

    test('with results', async ({ maya }) => {
      await maya.openConversation(TOM);
      await open(maya.page);
      await search(maya.page).fill('smile');
      await expect(picker(maya.page).getByRole('region', { name: 'Results' })).toBeVisible();
      expect(await violations(maya.page)).toEqual([]);
    });
  });
});
