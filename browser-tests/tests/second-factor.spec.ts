import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ACCOUNTS, PASSWORD } from '../harness/accounts';
import { appCode } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** What an authenticator app shows for a secret: RFC 6238, written from the standard. */
function codeOf(secret: string, now = Date.now()): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP_MS)));
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return `${(hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000}`.padStart(6, '0');
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(ACCOUNTS.sam);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/signin\/code/);
}

test('staff sign in with their app and come to the page that they asked for', async ({
  page,
  context,
  hub,
}) => {
  await page.goto(`${hub.url}/staff/people`);
  await signIn(page);
  const field = page.getByRole('textbox', { name: 'Code of your app' });
  await expect(field).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('000000');
  await expect(page.getByRole('alert')).toHaveText(
    'This code is wrong, or was used before. Please enter another one.',
  );
  await expect(field).toBeFocused();
  await page.goto(`${hub.url}/dev`);
  await expect(page.getByRole('region', { name: 'Codes of authenticator apps' })).toContainText(ACCOUNTS.sam);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await page.keyboard.type(await appCode(context, 'sam', hub.url));
  await expect(page).toHaveURL(/\/staff\/people/);

  // New recovery codes sign in without the app.
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const code = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .first()
    .textContent();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signIn(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.keyboard.type((code ?? '').toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sam');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('staff set up another app, which later codes confirm', async ({ sam }) => {
    const { page } = sam;
    await page.goto('/?dialog=security');
    await page.getByRole('button', { name: 'Use another app' }).click();
    await page.getByRole('button', { name: 'Sign out and use another app' }).click();
    await expect(page).toHaveURL(/\/signin/);
    await signIn(page);
    await expect(page.getByRole('heading', { name: 'Set up your second step' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Picture for your authenticator app' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
    const secret = (key ?? '').replaceAll(' ', '');
    await page.getByRole('textbox', { name: 'Code of your app' }).fill(codeOf(secret));
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Sam');
  });
});
