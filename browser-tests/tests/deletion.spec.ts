import type { Actor } from '../harness/actor';
import { MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const dialog = (actor: Actor) => actor.page.getByRole('dialog', { name: 'Delete this message?' });

async function askToDelete(actor: Actor, text: string): Promise<void> {
  const message = actor.sent(text);
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await actor.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog(actor)).toBeVisible();
}

test('deleted message disappears for all and stays gone', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await maya.send('The key is under the mat');
  await expect(tom.sent('The key is under the mat')).toHaveCount(1);
  await tom.sent('The key is under the mat').hover();
  await tom.sent('The key is under the mat').getByRole('button', { name: 'Message actions' }).click();
  await tom.page.getByRole('button', { name: 'Reply', exact: true }).click();
  await tom.send('Thanks');
  await expect(maya.sent('Thanks')).toHaveCount(1);

  await askToDelete(maya, 'The key is under the mat');
  expect(await violations(maya.page)).toEqual([]);
  await maya.page.goBack();
  await expect(dialog(maya)).toHaveCount(0);
  await expect(maya.sent('The key is under the mat')).toHaveCount(1);

  await askToDelete(maya, 'The key is under the mat');
  await dialog(maya).getByRole('button', { name: 'Delete' }).click();
  await expect(maya.composer).toBeFocused();
  for (const actor of [maya, tom]) {
    await expect(actor.page.getByRole('article', { name: /: Message deleted$/ })).toHaveCount(1);
    await expect(actor.page.getByText('The key is under the mat')).toHaveCount(0);
    await actor.page.reload();
    await expect(actor.page.getByRole('article', { name: /: Message deleted$/ })).toHaveCount(1);
    await expect(actor.page.getByText('The key is under the mat')).toHaveCount(0);
  }
  const deleted = tom.page.getByRole('article', { name: /: Message deleted$/ });
  await deleted.hover();
  await deleted.getByRole('button', { name: 'Message actions' }).click();
  const menu = tom.page.getByRole('dialog', { name: 'Message actions' });
  await expect(menu.getByRole('button')).toHaveText(['Report']);
  await expect(maya.sent('Thanks').getByRole('button', { name: /: Message deleted$/ })).toBeVisible();
});
