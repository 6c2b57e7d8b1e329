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

  await tom.context.setOffline(false);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Internships' })).toBeVisible();
});
