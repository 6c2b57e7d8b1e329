import { TOM } from '../harness/actor';
import { expect, test } from '../harness/test';

const CLOSED = { name: 'Back in a little while' };

test('maintenance sends everybody to its page, and back to where they were', async ({ hub, maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.page.goto('/chat');
  await expect(tom.page.getByRole('list', { name: 'Conversations' })).toBeVisible();

  await hub.command('maintenance', 'on');
  for (const { page } of [maya, tom]) {
    await expect(page.getByRole('heading', CLOSED)).toBeVisible();
    await expect(page).toHaveURL(/\/signin\?redirectUri=%2Fchat/);
  }
  const stranger = await maya.context.browser()?.newPage();
  await stranger?.goto(`${hub.url}/signin`);
  await expect(stranger?.getByRole('heading', CLOSED) ?? maya.page.locator('none')).toBeVisible();
  await stranger?.close();

  await hub.command('maintenance', 'off');
  await expect(tom.page).toHaveURL(/\/chat$/, { timeout: 20_000 });
  await expect(tom.page.getByRole('list', { name: 'Conversations' })).toBeVisible();
  await expect(maya.page).toHaveURL(/\/chat\/messenger/, { timeout: 20_000 });
});
