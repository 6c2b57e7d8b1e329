import type { Locator, Page } from '@playwright/test';
import { CIRCLE, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const field = (page: Page): Locator => page.getByRole('combobox', { name: 'Search' });
// The innermost match: the widget is a section, too.
const section = (page: Page, name: string): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true, level: 3 }) }).last();
const messages = (page: Page, name = 'Messages'): Locator => section(page, name);
const people = (page: Page): Locator => section(page, 'People & Groups');
const suggestion = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name });
const chip = (page: Page, filter: string): Locator =>
  page.getByRole('button', { name: `Remove the filter “${filter}”` });
const shown = (page: Page, text: RegExp): Locator =>
  page.getByRole('group', { name: /^Messages with/ }).getByRole('article', { name: text });

/** Begins to record highlighted messages, because a highlight is temporary. Returns a function that reads their texts. */
async function recordHighlights(page: Page): Promise<() => Promise<string[]>> {
  const recorded = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const record = () => {
      const text = document.querySelector('[data-focused]')?.textContent;
      if (text != null && text !== texts.at(-1)) texts.push(text);
    };
    new MutationObserver(record).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-focused'],
    });
    return texts;
  });
  return () => recorded.jsonValue();
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await field(page).fill(text);
  await field(page).press('Enter');
}

test('search hit opens its context and next hit', async ({ maya }) => {
  await maya.openMessenger();
  await search(maya.page, 'NAPKIN');
  const hits = messages(maya.page).getByRole('button');
  await expect(hits.first()).toContainText(/napkin/i);
  await expect(hits.first().locator('mark').first()).toHaveText(/napkin/i);
  await expect(people(maya.page)).toContainText('No results for People & Groups');
  const highlighted = await recordHighlights(maya.page);
  await hits.first().click();
  await expect(shown(maya.page, /A napkin isn't a script/)).toBeInViewport({ ratio: 1 });
  await expect(maya.page.getByText(/^1 of \d+ for “NAPKIN”$/)).toBeVisible();
  await maya.page.getByRole('button', { name: 'Older result' }).click();
  await expect(maya.page.getByText(/^2 of \d+ for “NAPKIN”$/)).toBeVisible();
  await expect(shown(maya.page, /There was a napkin/)).toBeInViewport({ ratio: 1 });
  await expect
    .poll(highlighted)
    .toEqual([expect.stringContaining('A napkin'), expect.stringContaining('was a napkin')]);
  await maya.page.getByRole('button', { name: 'Newer result' }).click();
  await expect(maya.page.getByText(/^1 of \d+ for “NAPKIN”$/)).toBeVisible();
});

test('back leaves the search by button and browser', async ({ maya }) => {
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

test('typed search text survives loading of the channels and the results', async ({ maya }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  for (const late of [/search-results.*\.js/, '**/api/v2/chat/channels/']) {
    await maya.page.route(late, async (route) => {
      await arrived;
      await route.continue();
    });
  }
  await maya.openMessenger();
  await maya.page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await maya.page.keyboard.type('napkin');
  await maya.page.keyboard.press('Enter');
  await expect(field(maya.page)).toHaveValue('napkin');
  arrive();
  await expect(messages(maya.page).getByRole('button').first()).toContainText(/napkin/i);
});

test('filter that was typed before the channels were loaded is understood', async ({ maya }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await maya.page.route('**/api/v2/chat/channels/', async (route) => {
    await arrived;
    await route.continue();
  });
  await maya.openMessenger();
  await maya.page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await maya.page.keyboard.type('from:tom rivera kite');
  await expect(field(maya.page)).toHaveValue('from:tom rivera kite');
  arrive();
  await expect(chip(maya.page, `From: ${TOM}`)).toBeVisible();
  await expect(field(maya.page)).toHaveValue('kite');
});

test('search finds people and groups and ignores blanks', async ({ maya }) => {
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

test('recent message is found in the widget', async ({ maya, tom }) => {
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
  await expect(shown(maya.page, /Überraschung/)).toBeInViewport({ ratio: 1 });
  await maya.page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(hit).toBeVisible();
});

test('failed search shows an error and retries', async ({ maya }) => {
  await maya.openMessenger();
  await maya.page.route('**/search-chat-message/', (route) => route.abort(), { times: 1 });
  await search(maya.page, 'napkin');
  await messages(maya.page).getByRole('button', { name: 'Try again' }).click();
  await expect(messages(maya.page).getByRole('button').first()).toContainText(/napkin/i);
});

test('search runs while a person types and discards stale answers', async ({ maya }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await maya.page.route('**/search-chat-message/', async (route) => {
    if (route.request().postDataJSON().search_text === 'gears') await released;
    // A cancelled request cannot continue.
    await route.continue().catch(() => undefined);
  });
  await maya.openMessenger();
  await maya.page.getByRole('button', { name: 'Search', exact: true }).first().click();
  const asked = maya.page.waitForRequest((request) => request.postData()?.includes('gears') ?? false);
  await field(maya.page).fill('gears');
  await asked;
  await field(maya.page).fill('napkin ');
  const hits = messages(maya.page).getByRole('button');
  await expect(hits.first()).toContainText(/napkin/i);
  release();
  await maya.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(hits.first()).toContainText(/napkin/i);
  await expect(field(maya.page)).toHaveValue('napkin ');
  await expect(maya.page).toHaveURL(/search=napkin/);
});

test('filters are chosen by keyboard and removed as chips', async ({ maya }) => {
  const { page } = maya;
  await maya.openMessenger();
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await expect(suggestion(page, /from:/)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /from$/);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('from:');
  await page.keyboard.type('tom');
  await expect(suggestion(page, TOM)).toHaveAttribute('aria-selected', 'true');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(chip(page, `From: ${TOM}`)).toBeVisible();
  await page.keyboard.type('has:link ');
  await expect(chip(page, 'Has: Link')).toBeVisible();
  await page.keyboard.type('theatre');
  const hits = messages(page).getByRole('button');
  await expect(hits.first()).toContainText(/theatre/);
  for (const hit of await hits.all()) await expect(hit).toContainText(TOM);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(chip(page, `From: ${TOM}`)).toBeVisible();
  await expect(field(page)).toHaveValue('theatre');
  await field(page).fill('');
  await field(page).press('Backspace');
  await expect(chip(page, 'Has: Link')).toHaveCount(0);
  await chip(page, `From: ${TOM}`).click();
  await expect(field(page)).toBeFocused();
  await expect(page.getByText('Search for People, Groups, and Messages')).toBeVisible();
});

test('translated filter words are accepted', async ({ maya }) => {
  const { page } = maya;
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await maya.openMessenger();
  await page.getByRole('button', { name: 'Suchen', exact: true }).click();
  await page.keyboard.type('von:tom rivera mit:link theatre');
  await expect(page.getByRole('button', { name: 'Filter „Von: Tom Rivera“ entfernen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filter „Mit: Link“ entfernen' })).toBeVisible();
  await expect(messages(page, 'Nachrichten').getByRole('button').first()).toContainText(/theatre/);
});

test('wrong date is named and an unknown filter is text', async ({ maya }) => {
  const { page } = maya;
  await maya.openMessenger();
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await page.keyboard.type('before:2026-02-30');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This date does not exist.')).toBeVisible();
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await field(page).fill('foo:bar');
  await expect(page.getByText('This date does not exist.')).toHaveCount(0);
  await expect(page.getByRole('navigation').getByText('No Search Results')).toBeVisible();
});

test('search within a conversation leads back to it', async ({ maya }) => {
  const { page } = maya;
  await page.setViewportSize({ width: 390, height: 780 });
  await maya.openConversation(CIRCLE);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Search in this conversation' }).click();
  await expect(field(page)).toBeFocused();
  await expect(chip(page, `In: ${CIRCLE}`)).toBeVisible();
  await page.keyboard.type('napkin');
  // Earlier results stay until those of the whole word are there, and hits move.
  await expect(page).toHaveURL(/napkin/);
  await expect(messages(page)).toHaveAttribute('aria-busy', 'false');
  const highlighted = await recordHighlights(page);
  await messages(page)
    .getByRole('button', { name: /A napkin isn't a script/ })
    .click();
  await expect(shown(page, /A napkin isn't a script/)).toBeInViewport({ ratio: 1 });
  await expect.poll(highlighted).toEqual([expect.stringContaining('A napkin')]);
  await page.goBack();
  await expect(chip(page, `In: ${CIRCLE}`)).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { name: CIRCLE })).toBeVisible();
  await page.goBack();
  await expect(maya.channel(CIRCLE)).toBeVisible();
});

test('shortcut searches within the open conversation', async ({ maya }) => {
  const { page } = maya;
  await maya.openConversation(TOM);
  await maya.composer.press('Alt+s');
  await expect(field(page)).toBeFocused();
  await expect(chip(page, `In: ${TOM}`)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: TOM })).toBeVisible();
  await expect(maya.channel(CIRCLE)).toBeVisible();
});
