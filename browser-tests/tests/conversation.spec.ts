import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { expect, test } from '../harness/test';

test('message is delivered at once and marked read', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await tom.scrollToNewest();

  await maya.send('Lunch on Thursday?');
  await expect(tom.message('Lunch on Thursday?')).toHaveCount(1);
  await expect(maya.sent('Lunch on Thursday?').getByText('Seen')).toBeVisible();

  await tom.send('Thursday is good');
  await expect(maya.sent('Thursday is good')).toHaveCount(1);
});

test('widget shows mention count until message is read', async ({ maya, tom }) => {
  await tom.page.goto('/');
  const widget = tom.page.getByRole('region', { name: 'Messages' });
  const bar = widget.getByRole('button', { name: /^Messages/ });
  await bar.click();
  await tom.choose(MAYA);
  await tom.scrollToNewest();
  await expect(bar).toHaveAccessibleName('Messages 3 unread messages');
  await widget.getByRole('button', { name: 'Back to the list' }).click();
  await expect(tom.channel(MAYA)).not.toHaveAccessibleName(/unread/);
  await tom.choose(CIRCLE);
  await tom.scrollToNewest();
  await expect(bar).toHaveAccessibleName('Messages');
  await widget.getByRole('button', { name: 'Back to the list' }).click();

  await maya.openConversation(CIRCLE);
  await maya.composer.pressSequentially('Well done @tom');
  await expect(maya.suggestions).toContainText([TOM]);
  await maya.composer.press('Enter');
  await expect(maya.composer).toHaveValue(`Well done @${TOM} `);
  await maya.composer.press('Enter');

  await expect(bar).toHaveAccessibleName('Messages 1 unread message that mentions you');
  await expect(bar).toContainText('@1');
  await expect(tom.channel(CIRCLE)).toHaveAccessibleName(/1 unread message that mentions you/);
  await tom.choose(CIRCLE);
  await tom.scrollToNewest();
  await expect(tom.message(`Well done @${TOM}`)).toBeVisible();
  await expect(bar).toHaveAccessibleName('Messages');
  await expect(maya.page.getByRole('img', { name: `Seen by ${TOM}` })).toBeVisible();
});

test('message arriving on a hidden page stays unread', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await tom.scrollToNewest();
  // The Tuesday circle has three unread messages for him.
  await expect(tom.page).toHaveTitle(/^\(3\)/);
  await tom.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await maya.send('Are you there?');
  await expect(tom.message('Are you there?')).toHaveCount(1);
  await expect(tom.page).toHaveTitle(/^\(4\)/);
  await expect(maya.sent('Are you there?').getByText('Seen')).toHaveCount(0);

  await tom.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(maya.sent('Are you there?').getByText('Seen')).toBeVisible();
});

test('widget shows the partner and the composer', async ({ maya }) => {
  await maya.page.goto('/learninghub');
  const widget = maya.page.getByRole('region', { name: 'Messages', exact: true });
  await widget.getByRole('button', { name: /^Messages/ }).click();
  for (const name of [TOM, CIRCLE]) {
    await widget.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    const title = widget.getByRole('heading', { name });
    await expect(title).toBeVisible();
    const isWhole = (element: HTMLElement) => element.scrollWidth <= element.clientWidth;
    await expect.poll(() => title.evaluate(isWhole), `the whole of "${name}"`).toBe(true);
    await widget.getByRole('button', { name: 'Back to the list' }).click();
  }
});
