import { ACCOUNTS, PASSWORD } from '../harness/accounts';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

test.beforeEach(async ({ page, hub }) => {
  await page.goto(`${hub.url}/signin`);
});

test('wrong password shows an error and keeps input', async ({ page }) => {
  const email = page.getByRole('textbox', { name: 'Email' });
  const password = page.getByLabel('Password', { exact: true });
  await email.fill('  Maya.Mentor@Example.org ');
  await password.fill('not-her-password');
  await password.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password');
  await expect(email).toHaveValue(ACCOUNTS.maya);
  await expect(password).toHaveValue('not-her-password');
  await expect(password).toBeFocused();

  await email.fill('nobody@example.org');
  await password.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('User does not exist');

  await email.fill(ACCOUNTS.maya);
  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(page).not.toHaveURL(/signin/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maya');
});

test('first visit logs no errors in the console', async ({ browser, hub }) => {
  const page = await browser.newPage({ baseURL: hub.url });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const asked = page.waitForResponse('**/users/refresh/');
  await page.goto('/chat');
  expect((await asked).status()).toBe(204);
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('email is validated before the request', async ({ page }) => {
  await page.getByRole('textbox', { name: 'Email' }).fill('maya');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
});

test('account is blocked after many failed attempts', async ({ page }) => {
  await page.getByRole('textbox', { name: 'Email' }).fill(ACCOUNTS.sam);
  const password = page.getByLabel('Password', { exact: true });
  const blocked = page.getByText(
    'Account temporarily blocked due to many failed login attempts, try again after an hour',
  );
  await expect
    .poll(
      async () => {
        const answer = page.waitForResponse(/sign-in/);
        await password.fill('still-not-the-password');
        await password.press('Enter');
        await answer;
        return blocked.isVisible();
      },
      { timeout: scaled(30_000) },
    )
    .toBe(true);
});

test('unreachable server shows an error and sign-in recovers', async ({ page, hub }) => {
  await page.getByRole('textbox', { name: 'Email' }).fill(ACCOUNTS.tom);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await hub.kill();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('We cannot reach Mentor Hub');
  await hub.start();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tom');
});

for (const path of ['/chat?from=mail', '/chat/messenger']) {
  test(`keeps where a person wanted to go: ${path}`, async ({ page, hub }) => {
    await page.goto(hub.url + path);
    await expect(page).toHaveURL(/\/signin\?redirectUri=/);
    await page.getByRole('textbox', { name: 'Email' }).fill(ACCOUNTS.ana);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(hub.url + path);
  });
}

test('page content stays hidden until session is verified', async ({ context, hub }) => {
  const page = await context.newPage();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    void page.route('**/users/refresh/', async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    });
  });
  await page.goto(`${hub.url}/chat`);
  await asked;
  await expect(page.getByRole('main')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  answer();
  await expect(page).toHaveURL(/\/signin/);
});

test('language chosen before the sign-in stays', async ({ page, actor, hub }) => {
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(ACCOUNTS.tom);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  const stored = page.waitForResponse('**/users/primary_language/de/');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  expect((await stored).ok()).toBe(true);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Lernwelt' }).first()).toBeVisible();
  const other = await actor('tom', hub);
  await other.page.goto('/');
  await expect(other.page.locator('html')).toHaveAttribute('lang', 'de');
});
