import { violations } from '../harness/axe';
import { tabTo } from '../harness/keyboard';
import { Newcomer } from '../harness/newcomer';
import { expect, test } from '../harness/test';

test('whole sign-up works without a mouse', async ({ page, hub }) => {
  const { keyboard } = page;
  const lena = new Newcomer(page, hub);
  await page.goto(`${hub.url}/signin`);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Create an account' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await tabTo(page, page.getByRole('textbox', { name: 'Email' }));
  await keyboard.type(lena.email);
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused();
  await keyboard.type(await lena.code());
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await keyboard.type(lena.password);
  await tabTo(page, page.getByLabel('Confirm password'));
  await keyboard.type(lena.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Mentee' })).toBeVisible();
  await tabTo(page, page.getByRole('radio', { name: 'Mentee' }));
  await keyboard.press('Space');
  await keyboard.press('Enter');
  const accept = page.getByRole('checkbox', { name: 'I accept' });
  await expect(accept).toBeVisible();
  await tabTo(page, accept);
  await keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Continue' }));
  await keyboard.press('Enter');
  for (const [label, text] of [
    ['First name', 'Lena'],
    ['Last name', 'Vogt'],
    ['Phone number', '0151 2345678'],
  ] as const) {
    await expect(page.getByLabel(label)).toBeVisible();
    await tabTo(page, page.getByLabel(label));
    await keyboard.type(text);
  }
  await keyboard.press('Enter');
  const terms = page.getByRole('dialog');
  await expect(terms).toBeVisible();
  for (let press = 0; press < 3; press += 1) await keyboard.press('Escape');
  await expect(terms).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'CONTINUE' }));
  await keyboard.press('Enter');
  await expect(terms).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Lena');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries({
    desktop: { width: 1280, height: 800 },
    phone: { width: 390, height: 844 },
  })) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      test('every step is without barriers', async ({ page, hub }) => {
        const lena = new Newcomer(page, hub);
        const check = async (what: string) => {
          expect(await violations(page), what).toEqual([]);
          const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
          expect(scrollWidth, what).toBe(clientWidth);
        };
        await page.goto(`${hub.url}/emailverify`);
        await page.getByRole('button', { name: 'Send OTP' }).click();
        await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
        await check('email');
        await lena.askForCode();
        await check('code');
        await page.goto(`${hub.url}/dev`);
        await expect(page.getByRole('region', { name: /^Email to/ })).toBeVisible();
        await check('mails');
        await page.route('**/users/{send,verify}-otp/', (route) =>
          route.fulfill({ json: { message: 'Done.' } }),
        );
        await page.route('**/users/signup/draft/', (route) => route.fulfill({ status: 204 }));
        await lena.askForCode();
        await lena.typeCode('123456');
        await page.getByLabel('Password', { exact: true }).fill('half');
        await check('password');
        await lena.choosePassword();
        await expect(page.getByRole('radio', { name: 'Mentee' })).toBeVisible();
        await check('role');
        await lena.chooseRole('Mentee');
        await expect(page.getByRole('checkbox')).toBeVisible();
        await check('declaration');
        await lena.accept();
        await lena.createAccount();
        await expect(page.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true');
        await check('details');
        await page.goto(`${hub.url}/resetpassword`);
        await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
        await check('reset');
      });
    });
  }
}
