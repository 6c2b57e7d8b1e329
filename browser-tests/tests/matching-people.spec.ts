import type { Page } from '@playwright/test';
import { violations } from '../harness/axe';
import { Hub } from '../harness/hub';
import { test as base, expect } from '../harness/test';

/** A server with a cohort in the middle of its first round. */
const test = base.extend<{ hub: Hub }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hub: async ({}, use) => {
    const hub = await Hub.start({}, ['--demo-cohort']);
    await use(hub);
    await hub.remove();
  },
});

const card = (page: Page, name: string) => page.getByRole('article', { name });
const decide = async (page: Page, name: string, value: 'Interested' | 'Not interested') => {
  const button = card(page, name).getByRole('button', { name: value, exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
};
const namesOf = async (page: Page) => {
  await expect(page.getByRole('article').first()).toBeVisible();
  return page.getByRole('article').getByRole('heading').allTextContents();
};
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm choices' });

test('mentee says yes to a group, and its mentor sees it at once', async ({ hub, actor }) => {
  const [leo, omar] = [(await actor('leo', hub)).page, (await actor('omar', hub)).page];
  await leo.goto(`${hub.url}/`);
  await expect(leo).toHaveURL(`${hub.url}/mentorship`);
  await leo.goto(`${hub.url}/mentorship/matching`);
  await omar.goto(`${hub.url}/mentorship/matching`);
  await expect(leo.getByRole('article')).toHaveCount(3);
  await expect(omar.getByText('Available spot for mentee')).toHaveCount(2);
  await expect(card(omar, 'Leo')).toHaveCount(0);
  expect(await violations(leo)).toEqual([]);
  expect(await violations(omar)).toEqual([]);

  await decide(leo, 'Omar', 'Interested');
  // A kept choice survives the page.
  await leo.reload();
  const kept = card(leo, 'Omar').getByRole('button', { name: 'Interested', exact: true });
  await expect(kept).toHaveAttribute('aria-pressed', 'true');
  const others = await namesOf(leo);
  expect(others.length).toBe(3);
  for (const name of others.filter((one) => one !== 'Omar')) await decide(leo, name, 'Not interested');
  await confirm(leo).click();
  await expect(leo.getByRole('listitem').filter({ hasText: 'Awaiting response' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(card(omar, 'Leo')).toBeVisible();
});

test('mentor accepts a mentee, and both have a mentorship', async ({ hub, actor }) => {
  const { page } = await actor('nina', hub);
  await page.goto(`${hub.url}/mentorship/matching`);
  const names = await namesOf(page);
  expect(names.length).toBe(2);
  const [first = '', second = ''] = names;
  await decide(page, first, 'Interested');
  await decide(page, second, 'Not interested');
  await confirm(page).click();
  const congratulations = page.getByRole('dialog');
  await expect(congratulations).toContainText(first);
  expect(await violations(page)).toEqual([]);
  await congratulations
    .getByRole('button', { name: /mentorship|proceed/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/mentorship/);
  await expect(page.getByRole('region', { name: 'your mentee' })).toContainText(first);
});
