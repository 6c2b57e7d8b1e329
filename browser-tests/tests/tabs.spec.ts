import { MAYA, TOM } from '../harness/actor';
import { expect, test } from '../harness/test';

test('two tabs of one person share unread counts', async ({ maya, tom }) => {
  await tom.openMessenger();
  const other = await tom.context.newPage();
  await other.goto('/');
  const elsewhere = other
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: /^Messages/ });
  await tom.choose(MAYA);
  await tom.scrollToNewest();
  await expect(tom.channel(MAYA)).not.toHaveAccessibleName(/unread/);
  await expect(elsewhere).toHaveAccessibleName('Messages 3 unread messages');

  await tom.page.goto('/');
  await maya.openConversation(TOM);
  await maya.send('One for both tabs');
  await expect(elsewhere).toHaveAccessibleName('Messages 4 unread messages');
  await tom.openConversation(MAYA);
  await expect(elsewhere).toHaveAccessibleName('Messages 3 unread messages');
});

test('same text from two tabs arrives twice', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  const page = await maya.context.newPage();
  await page.goto(maya.page.url());
  const second = page.getByRole('textbox', { name: /^Message / });
  await maya.send('Echo?');
  await expect(maya.sent('Echo?')).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'Echo?' })).toHaveCount(1);
  await second.fill('Echo?');
  await second.press('Enter');
  await tom.openConversation(MAYA);
  for (const tab of [maya.page, page, tom.page]) {
    await expect(tab.getByRole('article', { name: 'Echo?' })).toHaveCount(2);
  }
});
