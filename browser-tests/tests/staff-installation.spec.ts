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

test('an administrator makes an API key, which is shown once, and revokes it', async ({ sam, hub }) => {
  const { page } = sam;
  await hub.command('staff', 'grant', 'sam.staff@example.org', 'administrator', '--installation');
  await page.goto('/staff/installation/api-keys');
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Make a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a key' });
  await dialog.getByLabel('Who uses it?').fill('City council');
  await dialog.getByRole('checkbox').first().check();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const shown = page.getByRole('dialog', { name: 'This is the key' });
  const key = (await shown.getByRole('status').textContent()) ?? '';
  expect(key).toMatch(/^mhk_[\w-]{43}$/);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'City council' })).toBeVisible();
  await expect(page.getByText('Not used yet')).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'API keys');

  const read = (path: string) =>
    page.request.get(`${hub.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect((await read('/api/staff/outcomes/')).status()).toBe(200);
  expect((await read('/api/staff/people/')).status()).toBe(401);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  expect((await read('/api/staff/outcomes/')).status()).toBe(401);
});
