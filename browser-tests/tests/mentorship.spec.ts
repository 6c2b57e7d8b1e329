import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const PAIR = ['--mentor', ACCOUNTS.maya, '--mentee', ACCOUNTS.tom];
const CIRCLE = [...PAIR, '--mentee', ACCOUNTS.ana, '--group', 'Evening circle'];

test('members find each other on the mentorship page', async ({ hub, actor }) => {
  await hub.command('mentorship', 'create', ...PAIR);
  await hub.command('mentorship', 'create', ...CIRCLE);
  const { page } = await actor('tom', hub);
  await page.goto(`${hub.url}/`);
  await expect(page).toHaveURL(`${hub.url}/mentorship`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Tom' })).toBeVisible();
  const mentor = page.getByRole('region', { name: 'your mentor' });
  await expect(mentor.getByRole('listitem')).toHaveText(/Maya Okafor.*Mentor/);
  expect(await violations(page)).toEqual([]);

  // The choice is part of the address.
  const choices = page.getByRole('navigation', { name: 'Your mentorships' });
  await choices.getByRole('link', { name: 'Evening circle' }).click();
  const group = page.getByRole('region', { name: 'your group' });
  await expect(group.getByText('Evening circle')).toBeVisible();
  await expect(group.getByRole('listitem')).toHaveText([/Maya Okafor/, /Ana Kowalczyk/]);
  await page.reload();
  await expect(group).toBeVisible();
  await page.goBack();
  await expect(mentor).toBeVisible();

  await mentor.getByRole('link', { name: 'Write a message' }).click();
  await expect(page.getByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
});

test('mentors have mentees, in Arabic from the right', async ({ hub, actor }) => {
  await hub.command('mentorship', 'create', ...PAIR);
  const { page } = await actor('maya', hub);
  await page.goto(`${hub.url}/mentorship`);
  await expect(page.getByRole('region', { name: 'your mentee' }).getByText('Tom Rivera')).toBeVisible();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await expect(page.getByRole('region', { name: 'متدرّبك' }).getByText('Tom Rivera')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await violations(page)).toEqual([]);
});
