import { Newcomer } from '../harness/newcomer';
import { expect, test } from '../harness/test';

test("existing account's address leads to sign-in", async ({ page, hub }) => {
  const maya = new Newcomer(page, hub, 'maya.mentor@example.org');
  await page.goto(`${hub.url}/emailverify`);
  await page.getByRole('textbox', { name: 'Email' }).fill(maya.email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('An account with this email already exists.');
  await alert.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(maya.email);
  await page.goBack();
  await page.getByRole('textbox', { name: 'Email' }).fill(maya.email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await alert.getByRole('link', { name: 'Reset your password' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(maya.email);
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
});

test('failed and wrong codes show the specified sentences', async ({ page, hub }) => {
  await page.route('**/users/send-otp/', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.goto(`${hub.url}/emailverify`);
  await page.getByRole('textbox', { name: 'Email' }).fill('lena@example.org');
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Error while communicating with server. Please try again later or check your network configuration.',
  );
  await page.getByRole('button', { name: 'Send OTP' }).click();

  const lena = new Newcomer(page, hub);
  const code = await lena.code();
  await lena.typeCode(code === '000000' ? '111111' : '000000');
  await expect(page.getByRole('alert')).toHaveText(
    'This code is wrong or too old. Please check it, or ask for a new one.',
  );
  const field = page.getByRole('textbox', { name: '6-digit code' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.route('**/users/verify-otp/', (route) => route.fulfill({ status: 502, body: '<html>' }), {
    times: 1,
  });
  await lena.typeCode(code);
  await expect(page.getByRole('alert')).toHaveText('Something went wrong.');
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByLabel('Password', { exact: true }).fill(lena.password);
  await page.getByLabel('Confirm password').fill('Something-else-1');
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();

  const password = page.getByLabel('Password', { exact: true });
  await lena.choosePassword('Password-2026!');
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/nothing that is easy to guess/);
  await lena.choosePassword();
  await expect(page).toHaveURL(/\/signup$/);
});

test('steps are counted and the declaration stays accepted', async ({ page, hub }) => {
  const lena = new Newcomer(page, hub);
  await lena.askForCode();
  await expect(page.getByRole('img', { name: 'Step 2 of 6' })).toBeVisible();
  await lena.typeCode(await lena.code());
  await lena.choosePassword();
  await expect(page.getByRole('img', { name: 'Step 4 of 6' })).toBeVisible();
  await lena.chooseRole('Mentee');
  await lena.accept();
  for (const heading of ['Your declaration', 'How would you like to take part?', 'Choose a password']) {
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await lena.choosePassword();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('checkbox', { name: 'I accept' })).toBeChecked();
});

test('new code can be requested after two minutes', async ({ page, hub }) => {
  await page.clock.install();
  const lena = new Newcomer(page, hub);
  await lena.askForCode();
  const timer = page.getByRole('timer');
  const resend = page.getByRole('button', { name: 'Resend code' });
  await expect(timer).toHaveText(/(2:00|1:[45]\d)$/);
  // The page's clock also goes on by itself: the lines until here have taken some seconds.
  await page.clock.fastForward('01:00');
  await expect(timer).toHaveText(/(1:00|0:\d\d)$/);
  await expect(resend).toHaveCount(0);
  await page.clock.fastForward('01:00');

  // The server's two minutes have not passed: it returns the remaining seconds.
  await resend.click();
  await expect(timer).toHaveText(/(2:00|1:\d\d)$/);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.route('**/users/send-otp/', (route) => route.fulfill({ json: { message: 'Sent.' } }));
  await page.clock.fastForward('02:00');
  await page.getByRole('textbox', { name: '6-digit code' }).fill('123');
  await resend.click();
  await expect(timer).toHaveText(/(2:00|1:[45]\d)$/);
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toHaveValue('');
});

test('back button steps back; role changes the declaration', async ({ page, hub }) => {
  await page.route('**/declarations/?type=*', (route) => {
    const type = new URL(route.request().url()).searchParams.get('type');
    return route.fulfill({
      json: {
        declaration: '',
        blocks: [
          { kind: 'paragraph', spans: [{ text: 'I am a ' }, { text: type, isStrong: true }, { text: '.' }] },
          {
            kind: 'list',
            isOrdered: false,
            items: [[{ text: '<img src=x onerror=alert(1)>' }], [{ text: 'Second' }]],
          },
        ],
      },
    });
  });
  const lena = new Newcomer(page, hub);
  await lena.reachDetails('Mentee');
  await lena.fillInDetails();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('I am a mentee.')).toBeVisible();
  // Markup in a text is displayed as text.
  await expect(page.getByRole('listitem').filter({ hasText: '<img src=x onerror=alert(1)>' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'I accept' })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Mentee' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
  await lena.chooseRole('Mentor');
  await expect(page.getByText('I am a mentor.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'I accept' })).not.toBeChecked();
  await lena.accept();
  await expect(page.getByLabel('First name')).toHaveValue('Lena');
});

test('failed texts and programmes are logged without blocking', async ({ page, hub }) => {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') logged.push(message.text());
  });
  await page.route('**/declarations/?type=*', (route) => route.abort());
  await page.route('**/api/v3/project-list/', (route) =>
    route.fulfill({ status: 403, json: { code: 'closed' } }),
  );
  const lena = new Newcomer(page, hub);
  await lena.proveAddress();
  await lena.chooseRole('Mentee');
  await expect(page.getByText('We cannot show this text right now.')).toBeVisible();
  await lena.accept();
  await lena.fillInDetails();
  await expect(page.getByText('The programmes could not be loaded.')).toBeVisible();
  expect(logged.map((line) => line.split(':', 1)[0])).toEqual(['NetworkError', 'HttpError']);
  await page.unroute('**/api/v3/project-list/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Programme')).toHaveValue(/./);
  await lena.createAccount();
  await expect(page.getByRole('dialog', { name: 'Terms and Privacy Policy' })).toBeVisible();
});

test('reload goes on where the person was', async ({ page, hub }) => {
  const lena = new Newcomer(page, hub);
  await page.goto(`${hub.url}/signup`);
  await expect(page).toHaveURL(/\/emailverify$/);
  await expect(page.getByText('The page was reloaded')).toHaveCount(0);

  await lena.reachDetails('Mentee');
  await lena.fillInDetails();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Lena');
  await expect(page).toHaveURL(/\/signup$/);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    lena.password,
  );
  await lena.createAccount();
  await expect(page.getByRole('dialog', { name: 'Terms and Privacy Policy' })).toBeVisible();
});

test('reload without proof restarts and keeps the input', async ({ page, hub }) => {
  const lena = new Newcomer(page, hub);
  await lena.reachDetails('Mentee');
  await lena.fillInDetails();
  await page.context().clearCookies();
  await lena.createAccount();
  await expect(page.getByRole('alert')).toContainText('This code is wrong or too old.');
  await page.reload();
  await expect(page).toHaveURL(/\/emailverify$/);
  await expect(page.getByText('The page was reloaded')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(lena.email);
  await page.route('**/users/{send,verify}-otp/', (route) => route.fulfill({ json: { message: 'Done.' } }));
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await lena.typeCode('123456');
  await lena.choosePassword();
  await expect(page.getByRole('alert')).toContainText('This code is wrong or too old.');
  await page.getByRole('link', { name: 'Confirm your address again' }).click();
  await expect(page.getByRole('button', { name: 'Send OTP' })).toBeVisible();
});

test('code step is restored after a page reload', async ({ page, hub }) => {
  const lena = new Newcomer(page, hub);
  await lena.askForCode();
  await page.reload();
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused();
  await expect(page.getByText(lena.email)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/You can ask for a new code in 1:\d\d/);
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(lena.email);
  await page.goForward();
  // As typed on an Arabic keyboard.
  const code = (await lena.code()).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
  await lena.typeCode(code);
  await expect(page.getByLabel('Confirm password')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Confirm password')).toBeVisible();
  // The start page offers to go on, until the password and after it.
  const goOn = async () => {
    await page.goto(`${hub.url}/signin`);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('status').filter({ hasText: lena.email }).getByRole('button').click();
  };
  await goOn();
  await lena.choosePassword();
  await expect(page).toHaveURL(/\/signup$/);
  await goOn();
  await expect(page.getByRole('radio', { name: 'Mentee' })).toBeVisible();
});

test('programmes open or close by email domain', async ({ page, hub }) => {
  const project = (key: string, emailDomains: string[], isDisabled = false) => ({
    key,
    name: `Program ${key}`,
    emailDomains,
    isDisabled,
  });
  const projects = {
    open: project('open', []),
    other: project('other', []),
    school: project('school', ['school.example']),
    closed: project('closed', [], true),
  };
  await page.route('**/api/v3/project-list/', (route) => route.fulfill({ json: { data: { projects } } }));
  const options = (state: 'enabled' | 'disabled') =>
    page.getByLabel('Programme').locator(`option:${state}:not([value=""])`).allTextContents();

  const lena = new Newcomer(page, hub);
  await lena.reachDetails('Mentee');
  await expect.poll(() => options('enabled')).toEqual(['Program open', 'Program other']);
  expect(await options('disabled')).toEqual(['Program school', 'Program closed']);
  await expect(page.getByLabel('Programme')).toHaveValue('');

  const noor = new Newcomer(page, hub, 'noor@school.example');
  await noor.reachDetails('Mentee');
  await expect.poll(() => options('enabled')).toEqual(['Program school']);
  await expect(page.getByLabel('Programme')).toHaveValue('school');
});
