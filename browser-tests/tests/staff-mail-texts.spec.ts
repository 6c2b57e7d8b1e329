import type { APIRequestContext, Page } from '@playwright/test';
import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { sentMails } from '../harness/http';
import type { Hub } from '../harness/hub';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

/** Asks for a code, and returns the mail with it. */
async function mailWithCode(page: Page, request: APIRequestContext, hub: Hub, address: string) {
  await page.goto(`${hub.url}/resetpassword?email=${address}`);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('textbox', { name: '6-character code' })).toBeFocused();
  const found = async () => (await sentMails(request, hub.url)).find(({ to }) => to === address);
  await expect.poll(found).toBeDefined();
  return found();
}

test('a coordinator of the installation changes an email, sees it, people get it, and it is set back', async ({
  hub,
  sam,
  page: visitor,
  request,
}) => {
  const { page } = sam;
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'coordinator', '--installation');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/staff/content/texts?kind=mail');
  await page.getByRole('searchbox', { name: 'Search in all languages' }).fill('new password');
  await expect(page.getByText('To people who forgot their password: the code for a new one')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: '123456 is your code for a new password' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: /is your code for a new password/ }),
  ).toBeVisible();

  const body = page.getByRole('textbox', { name: 'Text, English' });
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('123456', { exact: true })).toBeVisible();
  await expect(page.getByText('for how many minutes it works')).toBeVisible();
  const before = await body.inputValue();
  await body.fill('Hello from the team of Riverside!');
  await expect(preview.getByText('Hello from the team of Riverside!')).toBeVisible();
  await expect(preview.getByText(/This has to remain: \{\{ code \}\}/)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // Without its code the mail is not saved.
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(body).toHaveAttribute('aria-invalid', 'true');
  await body.fill('Hello from the team of Riverside!\n\n{{ code }}\n\nIt works for {{ minutes }} minutes.');
  await expect(preview.getByText('It works for 10 minutes.')).toBeVisible();
  await preview.getByLabel('Language', { exact: true }).selectOption('العربية');
  await expect(preview.locator('[dir="rtl"][lang="ar"]')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // On a phone the preview is a dialog.
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the texts of a mail');
  await page.getByRole('button', { name: 'Show the preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview' });
  await expect(dialog.getByText('Hello from the team of Riverside!')).toBeVisible();
  await expectNoOverflow(page, 'the preview of a mail');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await save.click();
  await expect(page.getByText('Nothing is unsaved.')).toBeVisible();

  const changed = await mailWithCode(visitor, request, hub, ACCOUNTS.ana);
  expect(changed?.text).toContain('Hello from the team of Riverside!');
  expect(changed?.code).not.toBeNull();

  const history = page.getByRole('region', { name: 'Earlier changes' });
  await history
    .getByRole('button', { name: /^Set back/ })
    .first()
    .click();
  await expect(body).toHaveValue(before);
  await save.click();
  await expect(page.getByText('Nothing is unsaved.')).toBeVisible();
  const built = await mailWithCode(visitor, request, hub, ACCOUNTS.tom);
  expect(built?.text).not.toContain('Riverside');
  expect(built?.text).toContain('wants a new password for Mentor Hub');
});

test('a session and a survey stand beside their texts as members see them', async ({ hub, sam }) => {
  const { page } = sam;
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'administrator', '--installation');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/staff/content/texts/session/ask-good-questions');
  const preview = page.getByRole('region', { name: 'Preview', exact: true });
  await expect(preview.getByRole('heading', { level: 3 })).toBeVisible();
  await preview.getByLabel('As', { exact: true }).selectOption('Mentor');
  await page.getByRole('textbox', { name: 'Title, English' }).first().fill('A new name');
  await expect(preview.getByRole('heading', { level: 3, name: 'A new name' })).toBeVisible();
  await preview.getByLabel('Part', { exact: true }).selectOption({ index: 2 });
  await expect(preview.getByRole('heading', { level: 4 })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await preview.getByLabel('Language', { exact: true }).selectOption('العربية');
  await expect(preview.locator('article[dir="rtl"][lang="ar"]')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/staff/content/texts/survey/about-you');
  await page.getByRole('button', { name: 'Show the preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview' });
  await expect(dialog.getByRole('heading', { level: 3 })).toBeVisible();
  await expectNoOverflow(page, 'the preview of a survey');
  expect(await violations(page)).toEqual([]);
});
