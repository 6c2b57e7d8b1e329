import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { tabTo } from '../harness/keyboard';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('two coordinators change the same rule, and one of them sets it back', async ({ hub, sam }) => {
  const { page } = sam;
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'coordinator', '--programme', 'riverside');
  await page.goto('/staff/programme');
  await expect(page.getByText('A mentorship is silent after 2 weeks without contact.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the rules of a programme');
  await page.setViewportSize({ width: 1280, height: 800 });

  // By keyboard: the sentence follows the entry.
  const dialog = page.getByRole('dialog');
  const change = page.getByRole('button', { name: 'Change: Rhythm of contact' });
  await tabTo(page, change);
  await page.keyboard.press('Enter');
  const field = dialog.getByLabel('Weeks without contact');
  await field.fill('6');
  await expect(dialog.getByText('A mentorship is silent after 6 weeks without contact.')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // A colleague saves meanwhile, in another tab.
  const other = await page.context().newPage();
  await other.goto('/staff/programme');
  await other.getByRole('button', { name: 'Change: Rhythm of contact' }).click();
  await other.getByLabel('Weeks without contact').fill('8');
  await other.getByRole('button', { name: 'Save' }).click();
  const confirmed = other.getByRole('button', { name: 'Yes, change it' });
  const saved = other.getByText('A mentorship is silent after 8 weeks without contact.');
  await expect(confirmed.or(saved.first())).toBeVisible();
  if (await confirmed.isVisible()) await confirmed.click();
  await expect(other.getByRole('dialog')).toBeHidden();
  await other.close();

  await field.press('Enter');
  const confirm = dialog.getByRole('button', { name: 'Yes, change it' });
  const overtaken = dialog.getByText(/A colleague has changed this rule meanwhile/);
  await expect(confirm.or(overtaken)).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(overtaken).toBeVisible();
  await expect(field).toHaveValue('6');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take over theirs' }).click();
  await expect(field).toHaveValue('8');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(change).toBeFocused();

  // What was before is named, and set back.
  await page.getByRole('button', { name: 'Earlier changes: Rhythm of contact' }).click();
  await page.getByRole('button', { name: /^Set back: A mentorship is silent after 2 weeks/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const back = page.getByRole('heading', { level: 3, name: 'Rhythm of contact' }).locator('..');
  await expect(
    confirm.or(back.getByText('Before: A mentorship is silent after 8 weeks', { exact: false })),
  ).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(
    back.getByText('A mentorship is silent after 2 weeks without contact.', { exact: true }),
  ).toBeVisible();

  // On a phone the form of the blackout with its rows fits.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Change: Quiet times' }).click();
  await dialog.getByRole('button', { name: 'Add: Every week' }).click();
  await expect(dialog.getByText(/No calls: Monday /)).toBeVisible();
  await expectNoOverflow(page, 'the form of quiet times');
  expect(await violations(page)).toEqual([]);
});
