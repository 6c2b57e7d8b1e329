import { MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { storedTexts } from '../harness/history';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

test('connection loss delivers missed and pending messages', async ({ cable, actor, tom }) => {
  const maya = await actor('maya', cable);
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await maya.send('Going into the tunnel');
  await expect(tom.message('Going into the tunnel')).toHaveCount(1);

  cable.cut();
  await maya.send('From the tunnel, one');
  await maya.send('From the tunnel, two');
  await tom.send('Still there?');
  await expect(tom.sent('Still there?')).toHaveCount(1);
  await expect(maya.page.getByText('Cannot connect to socket').first()).toBeVisible();
  await expect(maya.sent('From the tunnel, one')).toHaveCount(0);

  cable.plug();
  await expect(maya.sent('From the tunnel, two')).toHaveCount(1, { timeout: scaled(40_000) });
  await expect(maya.page.getByText('What you write is kept')).toHaveCount(0);
  const all = ['Going into the tunnel', 'Still there?', 'From the tunnel, one', 'From the tunnel, two'];
  for (const text of all) {
    await expect(maya.message(text)).toHaveCount(1);
    await expect(tom.message(text)).toHaveCount(1);
  }
  expect(await storedTexts(tom.page, MAYA, 'From the tunnel')).toEqual(all.slice(2));
});

test('offline state is shown and reconnects without delay', async ({ cable, actor }) => {
  const maya = await actor('maya', cable);
  await maya.openConversation(TOM);
  cable.cut();
  await maya.context.setOffline(true);
  await expect(maya.page.getByText('You are offline').first()).toBeVisible();
  await maya.send('Written on a hill');
  await expect(maya.message('Written on a hill')).toHaveCount(1);
  await expect(maya.sent('Written on a hill')).toHaveCount(0);
  cable.plug();
  await maya.context.setOffline(false);
  await expect(maya.sent('Written on a hill')).toHaveCount(1);
});

test('lost network shows attempts and a retry button', async ({ cable, actor }) => {
  const maya = await actor('maya', cable);
  const { page } = maya;
  await maya.openConversation(TOM);
  // The socket stays open without a network, as it does when a phone loses its signal.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
  });
  cable.freeze();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(page.getByText('You are offline').first()).toBeVisible({ timeout: 5_000 });
  await expect(page.getByText('Reconnecting …').first()).toBeVisible();
  // The page is usable meanwhile.
  await maya.send('Written in the lift');
  await expect(maya.message('Written in the lift')).toBeVisible();
  cable.cut();
  await expect(page.getByText(/Attempt \d+\./)).toBeVisible();
  await page.getByRole('button', { name: 'Retry now' }).press('Enter');
  cable.plug();
  await expect(maya.sent('Written in the lift')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Retry now' })).toHaveCount(0);
});

test('silent connection is shown after a send', async ({ cable, actor }) => {
  const maya = await actor('maya', cable);
  await maya.openConversation(TOM);
  cable.freeze();
  await maya.send('Is anybody there?');
  await expect(maya.page.getByText('Reconnecting …').first()).toBeVisible();
  await expect(maya.composer).toBeEnabled();
  cable.cut();
  cable.plug();
  await expect(maya.sent('Is anybody there?')).toHaveCount(1);
});

test('unavailable page keeps the surrounding layout', async ({ tom }) => {
  const { page } = tom;
  await page.goto('/moreinfo/faq');
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeVisible();
  const messages = page.getByRole('button', { name: /^Messages/ });
  await messages.click();
  await tom.choose(MAYA);
  await tom.composer.fill('Half a sentence');
  await tom.context.setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Internships' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('We cannot reach Mentor Hub.')).toBeVisible();
  await expect(page.getByText('You are offline.').first()).toBeVisible();
  await expect(tom.composer).toHaveValue('Half a sentence');
  expect(await violations(page)).toEqual([]);

  // The dialog opens once the network is back, styled, without losing the page.
  await tom.context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Internships' })).toBeVisible();
  await expect(tom.composer).toHaveValue('Half a sentence');
  const sheet = page.locator('link[rel="stylesheet"][href*="internship"]');
  await expect(sheet).toHaveCount(1);
  expect(await sheet.evaluate((link: HTMLLinkElement) => link.sheet !== null)).toBe(true);
});

test('failed page load retries once, then by hand', async ({ tom }) => {
  const { page } = tom;
  await page.goto('/moreinfo/faq');
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeVisible();
  let asked = 0;
  await page.route(/\/assets\/internship-[^/]*\.js/, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Internships' }).click();
  const again = page.getByRole('button', { name: 'Reload the page' });
  await expect(again).toBeVisible();
  // The page and its preload: at most two requests.
  await page.getByRole('button', { name: /^Messages/ }).click();
  await tom.choose(MAYA);
  expect(asked).toBeLessThanOrEqual(4);
  await page.evaluate(() => {
    (window as { isSame?: boolean }).isSame = true;
  });
  await page.unroute(/\/assets\/internship-[^/]*\.js/);
  await again.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Internships' })).toBeVisible();
  expect(await page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true);
});

test('failed code chunk affects only itself and recovers', async ({ tom }) => {
  const { page } = tom;
  const words = page.waitForResponse(/\/assets\/toasts-[^/]*\.js/);
  await tom.openConversation(MAYA);
  await words;
  await tom.composer.fill('Half a sentence');
  await tom.context.setOffline(true);
  const actions = page.getByRole('article').last().getByRole('button', { name: 'Message actions' });
  const menu = page.getByRole('dialog', { name: 'Message actions' });
  await actions.press('Enter');
  await expect(page.getByText('We cannot reach Mentor Hub.')).toBeVisible();
  await expect(menu).toHaveCount(0);
  await expect(tom.composer).toHaveValue('Half a sentence');

  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const search = page.getByRole('search').getByRole('combobox', { name: 'Search' });
  await search.fill('river');
  await search.press('Enter');
  await expect(page.getByRole('search').getByRole('alert')).toContainText('We cannot reach Mentor Hub.');

  await tom.context.setOffline(false);
  await expect(page.getByRole('search').getByRole('alert')).toHaveCount(0);
  await actions.press('Enter');
  await expect(menu).toBeVisible();
  // Including its style sheet, which had failed as well.
  await expect(page.locator('link[data-failed]')).toHaveCount(0);
  await expect(tom.composer).toHaveValue('Half a sentence');
});

test('failed sign-in page recovers with the network', async ({ browser, hub }) => {
  const page = await browser.newPage({ baseURL: hub.url });
  await page.goto('/signin');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});
