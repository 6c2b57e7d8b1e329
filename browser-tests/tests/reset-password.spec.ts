import { ACCOUNTS, PASSWORD } from '../harness/accounts';
import { Newcomer } from '../harness/newcomer';
import { expect, test } from '../harness/test';

test('new password signs out all other browsers', async ({ page, hub, tom }) => {
  await tom.page.goto('/chat');
  await expect(tom.page.getByRole('main')).toBeVisible();
  const someone = new Newcomer(page, hub, ACCOUNTS.tom);
  await page.goto(`${hub.url}/signin`);
  await page.getByRole('textbox', { name: 'Email' }).fill(ACCOUNTS.tom);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(ACCOUNTS.tom);
  await page.getByRole('button', { name: 'Send code' }).click();

  const field = page.getByRole('textbox', { name: '6-character code' });
  await expect(field).toBeFocused();
  const code = await someone.code();
  await page.reload();
  await expect(field, 'the mail was read in another app').toBeFocused();
  await expect(page.getByRole('timer')).toBeVisible();
  await someone.typeCode('A00000');
  await expect(page.getByRole('alert')).toHaveText(
    'This code is wrong or too old. Please check it, or ask for a new one.',
  );
  await field.fill(code.toLowerCase());
  await someone.choosePassword('Password1!');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /nothing that is easy to guess/,
  );
  await someone.choosePassword();

  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(ACCOUNTS.tom);
  await expect(tom.page).toHaveURL(/\/signin/);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password');
  await password.fill(someone.password);
  await password.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Tom');
});

test('reset link fills address and reports unknown ones', async ({ page, hub }) => {
  await page.goto(`${hub.url}/resetpassword?email=Nobody%40Example.org`);
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect(email).toHaveValue('nobody@example.org');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('alert')).toHaveText('An account with this email does not exist');
  await email.fill('nobody');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
});

test('password errors are joined; back returns to email', async ({ page, hub }) => {
  await page.goto(`${hub.url}/resetpassword?email=${ACCOUNTS.ana}`);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('textbox', { name: '6-character code' })).toBeFocused();
  const json = { code: 'code_wrong', message: 'No.', errors: ['The code is wrong', 'it is too old'] };
  await page.route('**/users/confirm-otp/', (route) => route.fulfill({ status: 422, json }));
  await new Newcomer(page, hub).typeCode('A23456');
  await expect(page.getByRole('alert')).toHaveText('The code is wrong AND it is too old');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible();
  // A code was already sent: it can be entered, and the countdown shows when the next one is available.
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('timer')).toHaveText(/1:\d\d$|2:00$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
