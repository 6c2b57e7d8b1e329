import { MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

test('saved message is found and opened again', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await maya.send('Tuesday at four, room 12');
  const message = tom.sent('Tuesday at four, room 12');
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await tom.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(tom.page.getByText('Saved. Only you can see it.')).toBeVisible();

  await tom.openMessenger();
  const open = tom.page.getByRole('button', { name: 'Saved messages' });
  const dialog = tom.page.getByRole('dialog', { name: 'Saved messages' });
  await open.click();
  await expect(dialog.getByText('Tuesday at four, room 12')).toBeVisible();
  expect(await violations(tom.page)).toEqual([]);
  await tom.page.goBack();
  await expect(dialog).toHaveCount(0);
  await open.click();
  await dialog.getByRole('button', { name: /Tuesday at four/ }).click();
  await expect(message).toBeInViewport();

  await open.click();
  await dialog.getByRole('button', { name: 'Remove from saved' }).click();
  await expect(dialog.getByText('No saved messages')).toBeVisible();
});

test('message marked as unread stays so until the next visit', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await maya.send('First');
  await maya.send('Second');
  await expect(tom.sent('Second')).toHaveCount(1);
  const message = tom.sent('First');
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await tom.page.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(tom.channel(MAYA)).toHaveAttribute('data-unread', 'true');
  await expect(tom.page.getByText('New', { exact: true })).toBeVisible();
  await tom.page.reload();
  await expect(tom.channel(MAYA)).toBeVisible();
  await tom.scrollToNewest();
  await expect(tom.channel(MAYA)).not.toHaveAttribute('data-unread', 'true');
});

test('pinned message is in view for all', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await maya.send('Our rules');
  const message = tom.sent('Our rules');
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await tom.page.getByRole('button', { name: 'Pin for all' }).click();
  await expect(tom.page.getByText('Pinned for all')).toBeVisible();
  await maya.page.getByRole('button', { name: 'Pinned messages' }).click();
  const dialog = maya.page.getByRole('dialog', { name: 'Pinned messages' });
  await expect(dialog.getByRole('button', { name: /Our rules/ })).toBeVisible();
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await tom.page.getByRole('button', { name: 'Unpin' }).click();
  await expect(dialog.getByText('No pinned messages')).toBeVisible();
});
