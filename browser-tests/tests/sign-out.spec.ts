import { MAYA, TOM } from '../harness/actor';
import { expect, test } from '../harness/test';

/** What the specification promises. */
const WITHIN = { timeout: 2_000 };

test('signing out in one tab ends the other', async ({ maya }) => {
  await maya.openConversation(TOM);
  const other = await maya.context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Account of Maya' }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(maya.page).toHaveURL(/\/signin/, WITHIN);
  await expect(other).toHaveURL(/\/signin/);

  await other.goto('/chat');
  await expect(other).toHaveURL(/\/signin/);
});

test('a session that ends elsewhere takes its open chat along', async ({ hub, tom, maya }) => {
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  // The cookie in other hands: no tab of this browser hears of it but by its socket.
  const { cookies } = await tom.context.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${hub.url}/api/v2/users/sign-out/`, { method: 'POST', headers: { cookie } });
  expect(answer.status).toBe(204);
  await expect(tom.page).toHaveURL(/\/signin/, WITHIN);
  await maya.send('Only for those who are there');
  await expect(maya.sent('Only for those who are there')).toHaveCount(1);
});
