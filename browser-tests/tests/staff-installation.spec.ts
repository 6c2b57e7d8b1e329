import { violations } from '../harness/axe';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('an administrator sees the state of the installation and adds a webhook', async ({ sam, hub }) => {
  const { page } = sam;
  await hub.command('staff', 'grant', 'sam.staff@example.org', 'administrator', '--installation');
  await page.goto('/staff');
  await page.getByRole('navigation').getByRole('link', { name: 'Installation' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Installation' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Checks' })).toBeVisible();
  // The demo has the built-in documents, which name no organisation.
  const documents = page.getByRole('listitem').filter({ hasText: 'Legal documents' });
  await expect(documents.getByText('Works, but not fully')).toBeVisible();
  await expect(documents.getByText(/Replace the built-in texts/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the state of the installation');
  await page.setViewportSize({ width: 1280, height: 900 });

  const pages = page.getByRole('navigation', { name: 'Pages of the installation' });
  await pages.getByRole('link', { name: 'Failed jobs' }).click();
  await expect(page.getByText('No failed jobs')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await pages.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByLabel('Name').fill('On call');
  await dialog.getByLabel('Address').fill('https://127.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    dialog.getByText('Events are sent to public addresses that begin with https:// only.'),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Nothing is sent before an alert.
  await dialog.getByLabel('Address').fill('https://duty.example.org/hook');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = page.getByRole('dialog', { name: 'The secret of this webhook' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'On call' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'webhooks');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});
