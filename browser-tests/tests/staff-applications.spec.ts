import { violations } from '../harness/axe';
import { Hub } from '../harness/hub';
import { test as base, expect } from '../harness/test';

/** A server with a cohort, one of whose programmes looks at each application. */
const test = base.extend<{ hub: Hub }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hub: async ({}, use) => {
    const hub = await Hub.start({}, ['--demo-cohort']);
    await use(hub);
    await hub.remove();
  },
});

const NOTE = 'All places for this year are taken.';

test('applications are approved and declined, and the people see it', async ({ hub, sam, actor }) => {
  const { page } = sam;
  const jamal = await actor('jamal', hub);
  await jamal.page.setViewportSize({ width: 390, height: 844 });
  await jamal.page.goto('/');
  await expect(jamal.page.getByText('Your programme team is looking at your application.')).toBeVisible();
  await jamal.page.getByRole('link', { name: 'See your application' }).click();
  await expect(jamal.page.getByRole('heading', { name: 'Your application' })).toBeVisible();
  expect(await violations(jamal.page)).toEqual([]);

  await page.goto('/staff');
  await page.getByRole('link', { name: '3 applications to decide' }).click();
  await page.getByRole('link', { name: 'Jamal Eriksen' }).click();
  await expect(page.getByText(/^Jamal Eriksen is waiting for a decision/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Read the answers' }).click();
  await expect(page.getByRole('region', { name: 'About you' })).toContainText('Jamal');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Decline the application' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline the application' });
  await expect(dialog.getByRole('button', { name: 'Decline the application' })).toBeDisabled();
  await dialog.getByRole('textbox').fill(NOTE);
  await dialog.getByRole('button', { name: 'Decline the application' }).click();
  await expect(page.getByText(/^The application was declined. The account will be deleted on/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Application', exact: true })).toBeFocused();
  // Without a reload.
  await expect(jamal.page.getByText(NOTE)).toBeVisible();
  expect(await violations(jamal.page)).toEqual([]);

  await page.getByRole('link', { name: 'Back to people' }).click();
  await page.getByRole('checkbox', { name: 'Nora Lindqvist' }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Nora Lindqvist' })).toHaveCount(0);
  await page.goto('/staff');
  await page.getByRole('link', { name: '1 application to decide' }).click();
  await page.getByRole('link', { name: 'Petra Novak' }).click();
  await page.getByRole('button', { name: 'Approve the application' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve the application' }).click();
  await expect(page.getByRole('button', { name: 'Begin a mentorship' })).toBeVisible();
  await expect(page.getByText(/^Approved on/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Application', exact: true })).toBeFocused();
});

test('an applicant withdraws on a phone, and applies again', async ({ hub, actor }) => {
  const { page } = await actor('ole', hub);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/application');
  await page.getByRole('button', { name: 'Withdraw my application' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw my application' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('You have withdrawn your application.')).toBeVisible();
  await page.goto('/');
  await expect(main.getByText('You have withdrawn your application.')).toBeVisible();
  await page.getByRole('link', { name: 'See what happens next' }).click();
  await page.getByRole('button', { name: 'Apply again' }).click();
  await expect(page.getByText('A survey is waiting for you.')).toBeVisible();
});
