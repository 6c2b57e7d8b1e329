import { Newcomer } from '../harness/newcomer';
import { expect, test } from '../harness/test';

test('an address with an account is told where to go', async ({ page, hub }) => {
  const maya = new Newcomer(page, hub, 'maya.mentor@example.org');
  await page.goto(`${hub.url}/emailverify`);
  await page.getByRole('textbox', { name: 'Email' }).fill(maya.email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('There is an account with this email already.');
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

test('a code that cannot be sent, and codes that are wrong, are told in the words for it', async ({
  page,
  hub,
}) => {
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
  await page.route('**/users/verify-otp/', (route) => route.fulfill({ status: 502, body: '<html>' }), {
    times: 1,
  });
  await lena.typeCode(code);
  await expect(page.getByRole('alert')).toHaveText('Something went wrong.');
  await lena.typeCode(code);

  await page.getByLabel('Password', { exact: true }).fill(lena.password);
  await page.getByLabel('Confirm password').fill('Something-else-1');
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
});

test('another code can be asked for after two minutes, which then begin anew', async ({ page, hub }) => {
  await page.clock.install();
  const lena = new Newcomer(page, hub);
  await lena.askForCode();
  const timer = page.getByRole('timer');
  const resend = page.getByRole('button', { name: 'Resend code' });
  await expect(timer).toHaveText(/(2:00|1:5\d)$/);
  await page.clock.fastForward('01:40');
  await expect(timer).toHaveText(/0:(20|1\d)$/);
  await expect(resend).toHaveCount(0);
  await page.clock.fastForward('00:20');

  // By the server's clock no two minutes have passed: it names the seconds that are left.
  await resend.click();
  await expect(timer).toHaveText(/(2:00|1:\d\d)$/);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.route('**/users/send-otp/', (route) => route.fulfill({ json: { message: 'Sent.' } }));
  await page.clock.fastForward('02:00');
  await page.getByRole('textbox', { name: '6-digit code' }).fill('123');
  await resend.click();
  await expect(timer).toHaveText(/(2:00|1:5\d)$/);
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toHaveValue('');
});

test('the back arrow and the back button lead one page back, and a new role has another declaration', async ({
  page,
  hub,
}) => {
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
  // What a text says is a text.
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

test('a text and programs that cannot be fetched are logged, and stand in nobody’s way', async ({
  page,
  hub,
}) => {
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
  await expect(page.getByText('The text cannot be shown right now.')).toBeVisible();
  await lena.accept();
  await lena.fillInDetails();
  await expect(page.getByText('The programs could not be loaded.')).toBeVisible();
  expect(logged.map((line) => line.split(':', 1)[0])).toEqual(['NetworkError', 'HttpError']);
  await page.unroute('**/api/v3/project-list/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Program')).toHaveValue(/./);
  await lena.createAccount();
  await expect(page.getByRole('dialog', { name: 'Terms and Privacy Policy' })).toBeVisible();
});

test('a reload begins again, and what was typed is still there', async ({ page, hub }) => {
  const lena = new Newcomer(page, hub);
  await page.goto(`${hub.url}/signup`);
  await expect(page).toHaveURL(/\/emailverify$/);
  await expect(page.getByText('The page was loaded anew')).toHaveCount(0);

  await lena.reachDetails('Mentee');
  await lena.fillInDetails();
  await page.reload();
  await expect(page).toHaveURL(/\/emailverify$/);
  await expect(page.getByText('The page was loaded anew')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    lena.password,
  );
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(lena.email);
  await page.route('**/users/{send,verify}-otp/', (route) => route.fulfill({ json: { message: 'Done.' } }));
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await lena.typeCode('123456');
  await lena.choosePassword();
  await lena.chooseRole('Mentee');
  await lena.accept();
  await expect(page.getByLabel('First name')).toHaveValue('Lena');
  await expect(page.getByLabel('Phone number')).toHaveValue('+49 151 2345678');
  await lena.createAccount();
  await expect(page.getByRole('alert')).toContainText('This code is wrong or too old.');
  await page.getByRole('link', { name: 'Confirm your address again' }).click();
  await expect(page.getByRole('button', { name: 'Send OTP' })).toBeVisible();
});

test('whoever comes back with the code finds the step, although the page was loaded anew', async ({
  page,
  hub,
}) => {
  const lena = new Newcomer(page, hub);
  await lena.askForCode();
  await page.reload();
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused();
  await expect(page.getByText(lena.email)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/You can ask for a new code in 1:\d\d/);
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(lena.email);
  await page.goForward();
  // As an Arabic keyboard writes them.
  const code = (await lena.code()).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
  await lena.typeCode(code);
  await expect(page.getByLabel('Confirm password')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(lena.email);
});

test('programs are open or closed by the domain of the address', async ({ page, hub }) => {
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
    page.getByLabel('Program').locator(`option:${state}:not([value=""])`).allTextContents();

  const lena = new Newcomer(page, hub);
  await lena.reachDetails('Mentee');
  await expect.poll(() => options('enabled')).toEqual(['Program open', 'Program other']);
  expect(await options('disabled')).toEqual(['Program school', 'Program closed']);
  await expect(page.getByLabel('Program')).toHaveValue('');

  const noor = new Newcomer(page, hub, 'noor@school.example');
  await noor.reachDetails('Mentee');
  await expect.poll(() => options('enabled')).toEqual(['Program school']);
  await expect(page.getByLabel('Program')).toHaveValue('school');
});
