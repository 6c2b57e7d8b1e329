import { MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { storedTexts } from '../harness/history';
import { expect, test } from '../harness/test';

test('through a tunnel: what was missed comes, what was written goes', async ({ cable, actor, tom }) => {
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
  await expect(maya.sent('From the tunnel, two')).toHaveCount(1, { timeout: 40_000 });
  await expect(maya.page.getByText('What you write is kept')).toHaveCount(0);
  const all = ['Going into the tunnel', 'Still there?', 'From the tunnel, one', 'From the tunnel, two'];
  for (const text of all) {
    await expect(maya.message(text)).toHaveCount(1);
    await expect(tom.message(text)).toHaveCount(1);
  }
  expect(await storedTexts(tom.page, MAYA, 'From the tunnel')).toEqual(all.slice(2));
});

test('says that it is offline, and does not wait for a timer when it is back', async ({ cable, actor }) => {
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

test('a page that cannot be fetched leaves what stands around it', async ({ tom }) => {
  const { page } = tom;
  await page.goto('/moreinfo/faq');
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible();
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

  // It comes by itself with the network, in its own colours and shapes, and takes nothing away.
  await tom.context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Internships' })).toBeVisible();
  await expect(tom.composer).toHaveValue('Half a sentence');
  const sheet = page.locator('link[rel="stylesheet"][href*="internship"]');
  await expect(sheet).toHaveCount(1);
  expect(await sheet.evaluate((link: HTMLLinkElement) => link.sheet !== null)).toBe(true);
});

test('a page that does not come though there is a network is tried once, and then by hand', async ({
  tom,
}) => {
  const { page } = tom;
  await page.goto('/moreinfo/faq');
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible();
  let asked = 0;
  await page.route(/\/assets\/internship-page-[^/]*\.js/, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Internships' }).click();
  const again = page.getByRole('button', { name: 'Load the page again' });
  await expect(again).toBeVisible();
  // The page and its preload, twice at most: not once more while something else is done.
  await page.getByRole('button', { name: /^Messages/ }).click();
  await tom.choose(MAYA);
  expect(asked).toBeLessThanOrEqual(4);
  await page.evaluate(() => {
    (window as { isSame?: boolean }).isSame = true;
  });
  await page.unroute(/\/assets\/internship-page-[^/]*\.js/);
  await again.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Internships' })).toBeVisible();
  expect(await page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true);
});

test('what cannot be fetched takes nothing else along, and is there with the network', async ({ tom }) => {
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
  const search = page.getByRole('search').getByRole('textbox', { name: 'Search' });
  await search.fill('river');
  await search.press('Enter');
  await expect(page.getByRole('search').getByRole('alert')).toContainText('We cannot reach Mentor Hub.');

  await tom.context.setOffline(false);
  await expect(page.getByRole('search').getByRole('alert')).toHaveCount(0);
  await actions.press('Enter');
  await expect(menu).toBeVisible();
  // With its style sheet, which had failed as well.
  await expect(page.locator('link[data-late]')).toHaveCount(0);
  await expect(tom.composer).toHaveValue('Half a sentence');
});

test('on the way in, too, a page that was late comes with the network', async ({ browser, hub }) => {
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
