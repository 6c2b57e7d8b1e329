import type { Page } from '@playwright/test';
import { ACCOUNTS, PASSWORD } from '../harness/accounts';
import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

/** Limit from the specification. */
const WITHIN = { timeout: scaled(2_000) };

/** Frames that the page sent over its socket, and its close. */
function recordedFrames(page: Page): string[] {
  const words: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => words.push(JSON.parse(String(payload)).command));
    socket.on('close', () => words.push('closed'));
  });
  return words;
}

test('sign-out leaves the channel and removes personal data', async ({ tom, hub }) => {
  const { page, context } = tom;
  const words = recordedFrames(page);
  await page.goto('/learninghub');
  await page.goto('/chat');
  await tom.choose(MAYA);
  await tom.composer.fill('What I would never send');
  const asked = page.waitForRequest('**/primary_language/de/');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  const { authorization } = await (await asked).allHeaders();
  const profile = () =>
    fetch(`${hub.url}/api/v2/users/profile/`, { headers: { authorization: authorization ?? '' } });
  expect((await profile()).status).toBe(200);

  await page.getByRole('button', { name: /Tom/ }).first().click();
  await page.getByRole('button', { name: 'Abmelden' }).click();
  // The next person gets neither this address nor this language.
  await expect(page).toHaveURL(`${hub.url}/signin`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => words.slice(words.lastIndexOf('leave'))).toEqual(['leave', 'closed']);
  // The page does not wait for the answer.
  await expect.poll(() => context.cookies()).toEqual([]);
  expect((await profile()).status).toBe(401);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toMatch(/never send|Tom|tom\.mentee|"de"/);
  await page.goBack();
  await expect(page).toHaveURL(/\/signin/);

  // The next person finds only their own data.
  await page.goto('/signin');
  await page.getByRole('textbox', { name: 'Email' }).fill(ACCOUNTS.ana);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ana');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto('/chat');
  await expect(tom.channel(CIRCLE)).toBeVisible();
  await expect(tom.channel(MAYA)).toHaveCount(0);
});

test.describe('browser language differs from the installation', () => {
  test.use({ locale: 'de-DE' });

  test('sign-out restores default language until one is chosen', async ({ tom, hub }) => {
    const { page } = tom;
    const html = page.locator('html');
    await page.goto('/learninghub');
    await page.getByRole('button', { name: 'Account of Tom' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(`${hub.url}/signin`);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(html).toHaveAttribute('lang', 'en');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
    await expect(html).toHaveAttribute('lang', 'ar');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'مرحبًا بعودتك' })).toBeVisible();
    await expect(html).toHaveAttribute('dir', 'rtl');
  });
});

test('expired session keeps draft and return address', async ({ tom, hub }) => {
  await tom.openConversation(MAYA);
  await tom.composer.fill('Half a thought');
  const { cookies } = await tom.context.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await fetch(`${hub.url}/api/v2/users/sign-out/`, { method: 'POST', headers: { cookie } });
  await expect(tom.page).toHaveURL(/\/signin\?redirectUri=%2Fchat%2Fmessenger/);
  await tom.page.getByRole('textbox', { name: 'Email' }).fill(ACCOUNTS.tom);
  await tom.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tom.page.getByRole('button', { name: 'Sign in' }).click();
  await tom.choose(MAYA);
  await expect(tom.composer).toHaveText('Half a thought');
});

test('offline sign-out takes effect and is sent later', async ({ tom, hub }) => {
  const { page, context } = tom;
  await page.goto('/learninghub');
  await page.route('**/users/sign-out/', (route) => route.abort());
  await page.getByRole('button', { name: 'Account of Tom' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${hub.url}/signin`);
  await expect(page.getByText('we could not reach the server')).toBeVisible();
  expect(await context.cookies()).not.toEqual([]);

  await page.unroute('**/users/sign-out/');
  const response = page.waitForResponse('**/users/sign-out/');
  await page.goto('/learninghub');
  await expect(page).toHaveURL(/\/signin/);
  expect((await response).status()).toBe(204);
  // The page does not wait for the answer.
  await expect.poll(() => context.cookies()).toEqual([]);
});

test('signing out in one tab ends the other', async ({ maya, hub }) => {
  await maya.openConversation(TOM);
  const other = await maya.context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Account of Maya' }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(maya.page).toHaveURL(`${hub.url}/signin`, WITHIN);
  await expect(other).toHaveURL(`${hub.url}/signin`);

  await other.goto('/chat');
  await expect(other).toHaveURL(/\/signin/);
});

test('session ended elsewhere closes the open chat', async ({ hub, tom, maya }) => {
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  // A sign-out with the same cookie outside this browser: its tabs learn of it only over their socket.
  const { cookies } = await tom.context.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${hub.url}/api/v2/users/sign-out/`, { method: 'POST', headers: { cookie } });
  expect(answer.status).toBe(204);
  await expect(tom.page).toHaveURL(/\/signin/, WITHIN);
  await maya.send('Only for those who are there');
  await expect(maya.sent('Only for those who are there')).toHaveCount(1);
});
