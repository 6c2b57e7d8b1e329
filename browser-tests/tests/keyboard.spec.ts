import type { Page } from '@playwright/test';
import { ACCOUNTS, PASSWORD } from '../harness/accounts';
import { CIRCLE, TOM } from '../harness/actor';
import { tabTo } from '../harness/keyboard';
import { expect, test } from '../harness/test';

/** The list is one tab stop with arrow key navigation. */
async function openByKeyboard(page: Page, name: string): Promise<void> {
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('button');
  const wanted = rows.filter({ hasText: name }).first();
  await expect(wanted).toBeVisible();
  await tabTo(page, rows.first());
  const steps = (await rows.allTextContents()).findIndex((text) => text.includes(name));
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
}

test('sign-in to sent mention works by keyboard', async ({ page, hub }) => {
  await page.goto(`${hub.url}/signin?redirectUri=%2Fchat`);
  await tabTo(page, page.getByRole('textbox', { name: 'Email' }));
  await page.keyboard.type(ACCOUNTS.maya);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await openByKeyboard(page, CIRCLE);
  const composer = page.getByRole('textbox', { name: /^Message / });
  await expect(composer).toBeVisible();
  await tabTo(page, composer);
  await page.keyboard.type('Hello @');
  const suggestions = page.getByRole('listbox', { name: 'People to mention' });
  await expect(suggestions.getByRole('option')).toHaveCount(2);
  await page.keyboard.type('tom');
  await expect(suggestions.getByRole('option', { selected: true })).toContainText(TOM);
  await page.keyboard.press('Enter');
  await page.keyboard.type('and good morning');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Second line');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: `Hello @${TOM} and good morning` })).toHaveCount(1);
  await expect(composer).toHaveValue('');
  await expect(composer).toBeFocused();
});

test('the skip link leads past the navigation', async ({ maya }) => {
  await maya.page.goto('/');
  await expect(maya.page.getByRole('heading', { level: 1 })).toBeVisible();
  await maya.page.keyboard.press('Tab');
  await maya.page.keyboard.press('Enter');
  await expect(maya.page.getByRole('main')).toBeFocused();
});

test('the widget lets the keyboard in and out', async ({ maya }) => {
  await maya.page.goto('/');
  const bar = maya.page.getByRole('button', { name: /^Messages/ });
  await expect(bar).toBeVisible();
  await tabTo(maya.page, bar);
  await maya.page.keyboard.press('Enter');
  await expect(bar).toHaveAttribute('aria-expanded', 'true');
  await openByKeyboard(maya.page, TOM);
  await expect(maya.composer).toBeVisible();
  await maya.page.keyboard.press('Escape');
  await expect(maya.composer).toHaveCount(0);
});
