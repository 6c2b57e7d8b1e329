import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CIRCLE, MAYA } from '../harness/actor';
import { violations } from '../harness/axe';
import { expectNoOverflow } from '../harness/layout';
import { report } from '../harness/report';
import { expect, test } from '../harness/test';

test('a case ends with an outcome and leaves as a file that proves itself', async ({ tom, sam }) => {
  const { page } = sam;
  await report(tom, CIRCLE, MAYA, 'every evening');
  await page.goto('/staff/reports');
  await page.getByRole('table').getByRole('link', { name: 'Bullying or threats' }).click();
  const card = page.getByRole('article', { name: 'Bullying or threats' });
  await card.getByRole('button', { name: 'Close …' }).click();
  const close = card.getByRole('button', { name: 'Close report' });
  await expect(close).toBeDisabled();
  await card.getByRole('combobox', { name: 'What became of it?' }).selectOption('Handed to the authorities');
  expect(await violations(page)).toEqual([]);
  await close.click();
  await expect(card.getByText('Handed to the authorities', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: 'Export for the authorities' }).click();
  const dialog = page.getByRole('dialog', { name: /Export this report/ });
  await dialog.getByRole('textbox').fill('Police, 12/345');
  await dialog.getByRole('combobox').selectOption('Deutsch');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the dialog of the export');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^case-[\da-f-]{36}\.zip$/);
  const hash = createHash('sha256')
    .update(readFileSync(await file.path()))
    .digest('hex');
  const saved = page.getByRole('dialog', { name: 'The file is saved' });
  await expect(saved.getByRole('status')).toHaveText(hash);
  await expectNoOverflow(page, 'the hash');
  expect(await violations(page)).toEqual([]);
  await saved.getByRole('button', { name: 'Done' }).click();
  await card.getByText('Who learned of it and when').click();
  await expect(card.getByText(`SHA-256 ${hash}`)).toBeVisible();
  await expect(card.getByText(/Closed a case: Handed to the authorities/)).toBeVisible();
  await expectNoOverflow(page, 'the history of a case');

  await card.getByRole('button', { name: 'Reopen' }).click();
  await expect(card.getByRole('button', { name: 'Close …' })).toBeVisible();
  await expect(card.getByText(/Closed a case: Handed to the authorities/)).toBeVisible();
});

test('numbers of cases by month lead to their lists', async ({ tom, sam }) => {
  const { page } = sam;
  await report(tom, CIRCLE, MAYA, 'every evening');
  await page.goto('/staff/reports');
  await page
    .getByRole('navigation', { name: 'Lists of reports' })
    .getByRole('link', { name: 'Figures' })
    .click();
  const table = page.getByRole('table', { name: 'Cases by month' });
  await expect(table.getByRole('row')).toHaveCount(13);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the figures of cases');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });

  const reports = table
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: /^Reports: / });
  const count = Number(/\d+/.exec((await reports.textContent()) ?? '')?.[0]);
  await reports.click();
  const list = page.getByRole('table', { name: 'All reports' });
  await expect(list.getByRole('link', { name: 'Bullying or threats' })).toBeVisible();
  await expect(list.getByRole('row')).toHaveCount(count + 1);
  await expect(page.getByRole('button', { name: /^Remove the filter New in: / })).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the figures' });
  await dialog.getByRole('textbox').fill('For the board');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const saved = readFileSync(await file.path(), 'utf8');
  expect(saved.trim().split('\n')).toHaveLength(13);
  expect(saved).not.toContain('Maya');
});

test('the audit is exported with a reason', async ({ sam }) => {
  const { page } = sam;
  await page.goto('/staff/audit');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the list' });
  await dialog.getByRole('textbox').fill('For the school board');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  expect(readFileSync(await file.path(), 'utf8')).toContain('actor kind');
});
