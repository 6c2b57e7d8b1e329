import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('a coordinator lets people who left be erased, and looks at whom it is about first', async ({
  hub,
  sam,
}) => {
  const { page } = sam;
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'coordinator', '--programme', 'riverside');
  await page.goto('/staff/programme');
  await expect(page.getByText('The rule is off: no one is erased.')).toBeVisible();
  const change = page.getByRole('button', { name: 'Change: Erasing of people who left' });
  await change.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Erase people who left').check();
  await dialog.getByLabel('Months after they left').fill('6');
  await expect(dialog.getByText(/People who left are erased after 6 months/)).toBeVisible();
  await expect(dialog.getByText('This affects no one who is there now.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the form of the rule about people who left');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No one has a mail about the erasure now.')).toBeVisible();
  await expect(page.getByText('Nothing so far.')).toBeVisible();
  await expectNoOverflow(page, 'what the rule about people who left does');
  expect(await violations(page)).toEqual([]);
});

test('an administrator creates a programme with the rules of another', async ({ hub, sam }) => {
  const { page } = sam;
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'administrator', '--installation');
  await page.goto('/staff/installation');
  const pages = page.getByRole('navigation', { name: 'Pages of the installation' });
  await pages.getByRole('link', { name: 'Programmes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Programmes' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'New programme' }).click();
  const dialog = page.getByRole('dialog', { name: 'New programme' });
  await dialog.getByLabel('Name').fill('Schule am Weiher');
  await expect(dialog.getByLabel('Key')).toHaveValue('schule-am-weiher');
  await dialog.getByLabel('Key').fill('riverside');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Another programme has this key. Please choose another one.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Key').fill('weiher');
  await dialog.getByLabel('Time zone').selectOption('Europe/Vienna');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the form of a new programme');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('listitem').filter({ hasText: 'Schule am Weiher' });
  await expect(row.getByText('Sign-up is closed')).toBeVisible();
  await expect(row.getByText('Europe/Vienna')).toBeVisible();
  await expect(row.getByText('No coordinator of its own')).toBeVisible();
  await expectNoOverflow(page, 'the programmes of the installation');
  expect(await violations(page)).toEqual([]);
  await row.getByRole('link', { name: 'Schule am Weiher' }).click();
  await expect(page.getByText('Sign-up is closed.')).toBeVisible();
});
