import type { Locator, Page } from '@playwright/test';
import { CIRCLE } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Search' });
// The innermost: the widget is a section too.
const section = (page: Page, name: string): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true, level: 3 }) }).last();
const messages = (page: Page): Locator => section(page, 'Messages');
const people = (page: Page): Locator => section(page, 'People & Groups');
const focused = (page: Page): Locator =>
  page.getByRole('group', { name: /^Messages with/ }).locator('[data-focused]');

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await field(page).fill(text);
  await field(page).press('Enter');
}

test('a hit leads to the message with what was said around it, and on to the next hit', async ({ maya }) => {
  await maya.openMessenger();
  await search(maya.page, 'NAPKIN');
  const hits = messages(maya.page).getByRole('button');
  await expect(hits.first()).toContainText(/napkin/i);
  await expect(hits.first().locator('mark').first()).toHaveText(/napkin/i);
  await expect(people(maya.page)).toContainText('No results for People & Groups');
  await hits.first().click();
  await expect(focused(maya.page)).toBeInViewport({ ratio: 1 });
  await expect(focused(maya.page)).toContainText(/napkin/i);
  await expect(maya.page.getByText(/^1 of \d+ for “NAPKIN”$/)).toBeVisible();
  await maya.page.getByRole('button', { name: 'Next result, further back' }).click();
  await expect(maya.page.getByText(/^2 of \d+ for “NAPKIN”$/)).toBeVisible();
  await expect(focused(maya.page)).toBeInViewport({ ratio: 1 });
  await expect(focused(maya.page)).toContainText(/napkin/i);
  await maya.page.getByRole('button', { name: 'Previous result, more recent' }).click();
  await expect(maya.page.getByText(/^1 of \d+ for “NAPKIN”$/)).toBeVisible();
});

test('the way back leads out of the search, by the button and in the browser', async ({ maya }) => {
  await maya.openMessenger();
  await expect(maya.channel(CIRCLE)).toBeVisible();
  await maya.page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(field(maya.page)).toBeFocused();
  await expect(field(maya.page)).toHaveAttribute('placeholder', 'Type and search');
  await expect(maya.page.getByText('Search for People, Groups, and Messages')).toBeVisible();
  await maya.page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(maya.channel(CIRCLE)).toBeVisible();
  await expect(maya.page.getByRole('button', { name: 'Search', exact: true })).toBeFocused();
  await search(maya.page, 'zyzzyvax');
  await expect(maya.page.getByRole('navigation').getByText('No Search Results')).toBeVisible();
  await maya.page.goBack();
  await expect(maya.channel(CIRCLE)).toBeVisible();
});

test('what is typed is kept while the code that shows results is on its way', async ({ maya }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await maya.page.route(/search-results.*\.js/, async (route) => {
    await arrived;
    await route.continue();
  });
  await maya.openMessenger();
  await maya.page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await maya.page.keyboard.type('napkin');
  await maya.page.keyboard.press('Enter');
  await expect(field(maya.page)).toHaveValue('napkin');
  arrive();
  await expect(messages(maya.page).getByRole('button').first()).toContainText(/napkin/i);
});

test('people and groups are found, also by who is in them, and blank texts are not searched for', async ({
  maya,
}) => {
  let asked = 0;
  maya.page.on('request', (request) => {
    if (request.url().includes('search-chat-message')) asked += 1;
  });
  await maya.openMessenger();
  await search(maya.page, '   ');
  await expect(maya.page.getByText('Search for People, Groups, and Messages')).toBeVisible();
  expect(asked).toBe(0);
  await field(maya.page).fill('kowal');
  await maya.page.locator('search').getByRole('button', { name: 'Search' }).click();
  await people(maya.page).getByRole('button', { name: CIRCLE }).click();
  await expect(maya.page.getByRole('heading', { name: CIRCLE })).toBeVisible();
  await maya.page.getByRole('button', { name: 'Clear' }).click();
  await expect(field(maya.page)).toHaveValue('');
});

test('what was just written is found, in the widget, which stays usable and accessible', async ({
  maya,
  tom,
}) => {
  await tom.openConversation('Maya Okafor');
  await tom.send('The Überraschung is a kite!');
  await expect(tom.sent('The Überraschung is a kite!')).toBeVisible();
  await maya.page.goto('/');
  await maya.page.getByRole('button', { name: /^Messages/ }).click();
  await search(maya.page, 'uberrasch');
  const hit = messages(maya.page).getByRole('button', { name: /Überraschung/ });
  await expect(hit).toBeVisible();
  const height = await messages(maya.page)
    .getByRole('list')
    .evaluate((list) => list.clientHeight);
  expect(height).toBeLessThanOrEqual(170);
  expect(await violations(maya.page)).toEqual([]);
  await hit.click();
  await expect(focused(maya.page)).toContainText('Überraschung');
  await maya.page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(hit).toBeVisible();
});

test('a search that fails says so and can be tried again', async ({ maya }) => {
  await maya.openMessenger();
  await maya.page.route('**/search-chat-message/', (route) => route.abort(), { times: 1 });
  await search(maya.page, 'napkin');
  await messages(maya.page).getByRole('button', { name: 'Try again' }).click();
  await expect(messages(maya.page).getByRole('button').first()).toContainText(/napkin/i);
});
