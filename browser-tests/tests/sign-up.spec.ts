import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hub } from '../harness/hub';
import { Newcomer } from '../harness/newcomer';
import { expect, test } from '../harness/test';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('mentee signs up with the code from mailbox', async ({ page, hub, context }) => {
    const lena = new Newcomer(page, hub);
    await page.goto(`${hub.url}/signin`);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Email' }).fill(' Lena@Example.ORG ');
    await page.getByRole('button', { name: 'Send OTP' }).click();
    const otp = page.getByRole('textbox', { name: '6-digit code' });
    await expect(otp).toBeFocused();
    await expect(otp).toHaveAttribute('autocomplete', 'one-time-code');

    const mails = await context.newPage();
    await mails.goto(`${hub.url}/dev`);
    const mail = mails.getByRole('region', { name: `Email to ${lena.email}` });
    await expect(mail.frameLocator('iframe').getByText('Welcome!')).toBeVisible();
    const code = (await mail.getByRole('heading').textContent())?.slice(0, 6) ?? '';
    await mails.close();

    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    // As formatted in a mail.
    await otp.fill(` ${code.slice(0, 3)} ${code.slice(3)}`);
    await lena.choosePassword();
    await lena.chooseRole('Mentee');
    await lena.accept();
    await lena.fillInDetails();
    await expect(page.getByLabel('Programme')).toHaveValue('riverside');
    await page.getByLabel('Primary language').selectOption({ label: 'Deutsch' });
    const answered = page.waitForResponse(/users\/signup/);
    await lena.createAccount();
    const welcome = await (await answered).json();
    expect(welcome).not.toHaveProperty('conversion');

    const terms = page.getByRole('dialog', { name: 'Nutzungsbedingungen und Datenschutz' });
    await expect(terms).toBeVisible();
    await terms.getByRole('button', { name: 'Weiter' }).click();
    await expect(terms).toHaveCount(0);
    await expect(page).toHaveURL(`${hub.url}/learninghub`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hallo, Lena');

    const me = await context.request.get(`${hub.url}/api/v2/users/profile/`, {
      headers: { authorization: `Bearer ${welcome.accessToken}` },
    });
    expect(await me.json()).toMatchObject({
      role: 'Mentee',
      program: 'riverside',
      declaration: true,
      hasAgreedTerms: true,
      phoneNumber: '+491512345678',
    });
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Lena');
  });
});

test("mentor needs the institution's code to sign up", async ({ page, hub }) => {
  const lena = new Newcomer(page, hub);
  await lena.reachDetails('Mentor');
  await expect(page.getByLabel('Programme')).toHaveCount(0);
  await lena.createAccount();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByText('Please enter the code of your institution.')).toBeVisible();

  await lena.fillInDetails();
  await page.getByLabel('Institution code').fill('guessed');
  await lena.createAccount();
  await expect(page.getByRole('alert')).toHaveText(
    'We do not know this code. Please ask your institution for it.',
  );
  await expect(page.getByLabel('First name')).toHaveValue('Lena');
  await page.getByLabel('Institution code').fill('riverside-26');
  await lena.createAccount();
  await page.getByRole('button', { name: 'CONTINUE' }).click();
  await expect(page.getByText('A survey is waiting for you.')).toBeVisible();
});

test('weak password is refused where it is chosen', async ({ page, hub }) => {
  const lena = new Newcomer(page, hub);
  await lena.askForCode();
  await lena.typeCode(await lena.code());
  await lena.choosePassword();
  await lena.chooseRole('Mentor');
  await lena.accept();
  await lena.fillInDetails();
  await page.getByLabel('Institution code').fill('riverside-26');
  // A password that only the server knows to be common.
  await page.route(
    '**/users/signup/',
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), password: 'Password1!' } }),
    { times: 1 },
  );
  await lena.createAccount();
  await expect(page.getByRole('alert')).toContainText(/^Please choose at least 8 characters/);
  await page.getByRole('link', { name: 'Choose another password' }).click();
  await lena.choosePassword();
  await expect(page.getByRole('radio', { name: 'Mentor' })).toBeVisible();
});

test('completed mentor registration is reported without cookies', async ({ browser }) => {
  const conversions: { body: string; cookie: string | undefined; referer: string | undefined }[] = [];
  const service = createServer((request, answer) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      const { cookie, referer } = request.headers;
      conversions.push({ body, cookie, referer });
      answer.end();
    });
  });
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
  const { port } = service.address() as AddressInfo;
  const hub = await Hub.start({ MENTORHUB_CONVERSIONS_URL: `http://127.0.0.1:${port}/events` });
  for (const [role, email] of [
    ['Mentee', 'lena@example.org'],
    ['Mentor', 'noor@example.org'],
  ] as const) {
    const context = await browser.newContext();
    const newcomer = new Newcomer(await context.newPage(), hub, email);
    await newcomer.reachDetails(role);
    await newcomer.fillInDetails();
    if (role === 'Mentor') await newcomer.page.getByLabel('Institution code').fill('RIVERSIDE-26');
    await newcomer.createAccount();
    await expect(newcomer.page.getByRole('dialog')).toBeVisible();
    if (role === 'Mentor') await expect.poll(() => conversions.length).toBe(1);
    await context.close();
  }
  const hash = 'd4f73ef988a543f1eef764ee7c55f4c7dd48c99c92acbb3389f6138e90dcb91f';
  const body = JSON.stringify({ event: 'registration_complete', email_sha256: hash });
  expect(conversions).toEqual([{ body, cookie: undefined, referer: undefined }]);
  await hub.remove();
  service.close();
});
