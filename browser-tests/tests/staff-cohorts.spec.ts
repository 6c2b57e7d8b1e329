import { violations } from '../harness/axe';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

const TABLE = [
  'Vorname;Nachname;E-Mail;Klasse',
  'Jana;Berg;jana@school.example;8b',
  'Levi;Kaya;levi@school.example;8B',
].join('\r\n');

test('a class is imported, gets more people, and alone reads an announcement', async ({ tom, ana, sam }) => {
  const { page } = sam;
  await page.goto('/staff/people/import');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
  await expect(page.getByText('1 new cohort is created: 8b')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(page.getByText('2 invitations are on their way.')).toBeVisible();

  await page.goto('/staff/people/cohorts');
  await expect(page.getByRole('row', { name: /8b/ })).toBeVisible();
  await page.getByRole('button', { name: 'Rename: 8b' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Class 8b');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'Class 8b' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Remove: Class 8b' })).toBeVisible();
  await expectNoOverflow(page, 'the list of cohorts');
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto('/staff/people?role=mentee');
  await page.getByRole('checkbox', { name: 'Tom Rivera' }).check();
  await page.getByRole('button', { name: 'Put into a cohort' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Cohort', { exact: true }).selectOption('Class 8b');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Put in' }).click();
  await expect(page.getByText('Done: 1 of 1')).toBeVisible();
  await page.goto('/staff/people/cohorts');
  await page.getByRole('link', { name: 'Class 8b' }).click();
  await expect(page.getByRole('link', { name: 'Tom Rivera' })).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('link', { name: 'Tom Rivera' }).click();
  await expect(page.getByText('Cohort changed')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.goto('/staff/announcements');
  await page.getByRole('button', { name: 'Write an announcement' }).click();
  const english = page.getByRole('group', { name: 'English' });
  await english.getByLabel('Title').fill('Trip to the lake');
  await english.getByLabel('Text').fill('On Friday.');
  await page.getByLabel('Which cohort').selectOption('Class 8b');
  await expect(page.getByText(/^Reaches 1 person now/)).toBeVisible();
  await page.getByRole('button', { name: 'Send …' }).click();
  await expect(dialog.getByText('Cohort: Class 8b')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(dialog).toBeHidden();

  await tom.page.goto('/feed');
  await expect(tom.page.getByRole('link', { name: 'Trip to the lake' })).toBeVisible();
  await ana.page.goto('/feed');
  await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(ana.page.getByRole('link', { name: 'Trip to the lake' })).toHaveCount(0);
});
