import type { Page } from '@playwright/test';
import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { expectNoOverflow } from '../harness/layout';
import { picture } from '../harness/picture';
import { expect, test } from '../harness/test';

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mh-accent'));

test('members see the colour and the logo that their coordinator chose', async ({ hub, sam, tom }) => {
  const { page } = sam;
  await tom.page.goto('/learninghub');
  await expect.poll(() => accentOf(tom.page)).toBe('#1f5d4a');
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'coordinator', '--programme', 'riverside');
  await page.goto('/staff/programme');
  const dialog = page.getByRole('dialog');
  const change = page.getByRole('button', { name: 'Change: Colour and logo' });
  await change.click();
  await dialog.getByLabel('A colour of your own').check();
  const color = dialog.getByRole('textbox', { name: 'Colour', exact: true });

  // Too light: said at the field, with the nearest one that is dark enough.
  await color.fill('#e07a3f');
  await expect(dialog.getByText(/This colour is too light/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await dialog.getByRole('button', { name: /^Use #\w{6} instead$/ }).click();
  await expect(color).not.toHaveValue('#e07a3f');
  await expect(dialog.getByText(/This colour is too light/)).toBeHidden();
  await color.fill('#7a2e5d');
  await dialog
    .getByTestId('logo')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(dialog.getByText(/not an image file/)).toBeVisible();
  await dialog.getByTestId('logo').setInputFiles(picture('logo.png', 360, 90));
  await expect(dialog.getByRole('img', { name: 'Your logo' })).toBeVisible();
  await expect(dialog.getByText('Buttons and links are in #7a2e5d.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the form of the appearance');
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  // Tom’s page was open, and follows.
  await expect.poll(() => accentOf(tom.page)).toBe('#7a2e5d');
  await expect(tom.page.getByRole('img', { name: 'Riverside Youth Mentoring' })).toBeVisible();
  expect(await violations(tom.page)).toEqual([]);
  await tom.page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => accentOf(tom.page)).not.toBe('#7a2e5d');
  expect(await violations(tom.page)).toEqual([]);

  // The next first paint has it at once; the sign-in page looks like the product.
  await tom.page.emulateMedia({ colorScheme: 'light' });
  await tom.page.goto('/learninghub', { waitUntil: 'commit' });
  await expect.poll(() => accentOf(tom.page)).toBe('#7a2e5d');
  await tom.page
    .getByRole('button', { name: /Account menu|Tom/ })
    .first()
    .click();
  await tom.page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(tom.page).toHaveURL(/signin/);
  await expect.poll(() => accentOf(tom.page)).toBe('#1f5d4a');

  // Set back like any other rule.
  await page.getByRole('button', { name: 'Earlier changes: Colour and logo' }).click();
  await page.getByRole('button', { name: /^Set back: The pages are in the colour of Mentor Hub/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The pages are in the colour of Mentor Hub.', { exact: true })).toBeVisible();
});
