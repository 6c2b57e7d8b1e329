import { TOM } from '../harness/actor';
import { answerTo } from '../harness/http';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

const CLOSED = { name: 'Back in a little while' };

test('maintenance redirects everyone and back afterwards', async ({ hub, maya, tom }) => {
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
  await expect(tom.page).toHaveURL(/\/chat$/, { timeout: scaled(20_000) });
  await expect(tom.page.getByRole('list', { name: 'Conversations' })).toBeVisible();
  await expect(maya.page).toHaveURL(/\/chat\/messenger/, { timeout: scaled(20_000) });
});

test('maintenance reaches pages without a socket within minute', async ({ hub, tom, browser }) => {
  const { page } = tom;
  await page.route('**/users/profile/', async (route) => {
    const answer = await answerTo(route);
    if (!answer.ok()) return route.fulfill({ response: answer });
    const profile = await answer.json();
    profile.status.experiences.chattype = 'hide';
    await route.fulfill({ json: profile });
  });
  await page.goto('/moreinfo/faq');
  await expect(page.locator('summary').first()).toBeVisible();
  const stranger = await browser.newPage({ baseURL: hub.url });
  await stranger.clock.install();
  await stranger.goto('/resetpassword');
  await expect(stranger.getByRole('textbox', { name: 'Email' })).toBeVisible();

  await hub.command('maintenance', 'on');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByRole('heading', CLOSED)).toBeVisible();
  await expect(page).toHaveURL(`${hub.url}/signin?redirectUri=%2Fmoreinfo%2Ffaq`);
  await stranger.clock.fastForward('01:00');
  await expect(stranger.getByRole('heading', CLOSED)).toBeVisible();
  for (const path of ['/emailverify', '/signup']) {
    await stranger.goto(path);
    await expect(stranger.getByRole('heading', CLOSED)).toBeVisible();
  }
  await stranger.close();
});
