import { readFile } from 'node:fs/promises';
import { violations } from '../harness/axe';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('coordinator makes the report of this year, and those who report see nothing else', async ({
  sam,
  hub,
}) => {
  const { page } = sam;
  await page.goto('/staff/outcomes');
  await page.getByRole('button', { name: 'Make a report' }).click();
  const dialog = page.getByRole('dialog');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('radio', { name: 'This school year' }).check();
  await dialog.getByRole('button', { name: 'Make the report' }).click();

  // The page shows it once it is ready, without a reload.
  const way = page.getByRole('table', { name: 'The way through the programme' });
  await expect(way.getByRole('row', { name: /^Signed up/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await way.getByText('In contact').click();
  await expect(way.getByText(/^Those matched in whose mentorship both sides/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the report');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(way.getByText(/^Invitations that the programme team sent/)).toBeVisible();
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^outcomes-.*\.csv$/);
  const table = await readFile(await file.path(), 'utf8');
  expect(table).toContain('People who created an account in the school year.');
  for (const name of ['Tom', 'Rivera', 'Maya', 'Sam']) expect(table).not.toContain(name);

  // Later Sam reports, and does nothing else.
  const email = 'sam.staff@example.org';
  await hub.command('staff', 'grant', email, 'reports', '--programme', 'riverside');
  for (const role of ['coordinator', 'safeguarding'])
    await hub.command('staff', 'revoke', email, role, '--programme', 'riverside');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/staff');
  await expect(page.getByRole('heading', { name: 'Outcomes' })).toBeVisible();
  const areas = page.getByRole('navigation', { name: 'Staff console' }).getByRole('link');
  await expect(areas).toHaveText(['Outcomes']);
  await page.getByRole('link', { name: /^\d{4}\/\d\d$/ }).click();
  await expect(way.getByRole('row', { name: /^Signed up/ })).toBeVisible();
  for (const name of ['Tom', 'Rivera', 'Maya']) await expect(page.locator('main')).not.toContainText(name);
  await page.goto('/staff/people');
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
});
