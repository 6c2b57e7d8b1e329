import { violations } from '../harness/axe';
import { sentMails } from '../harness/http';
import { expect, test } from '../harness/test';

const TABLE = [
  'Vorname;Nachname;E-Mail;Rolle;Geburtsdatum',
  'Jürgen;Groß;juergen@firm.example;Mentor;01.02.1975',
  'Tom;Rivera;tom.mentee@example.org;Mentee;',
  'Ada;;ada@school.example;Mentee;',
].join('\r\n');

test('people of a spreadsheet are invited, and one accepts on a phone', async ({ hub, sam, page }) => {
  await sam.page.goto('/staff/people');
  await sam.page.getByRole('link', { name: 'Invitations' }).click();
  await expect(sam.page.getByText('No invitations yet')).toBeVisible();
  await sam.page.getByRole('link', { name: 'Import a spreadsheet' }).click();
  // As Excel saves it in Germany.
  const buffer = Buffer.from(TABLE, 'latin1');
  await sam.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(sam.page.getByText('Line 4')).toBeVisible();
  expect(await violations(sam.page)).toEqual([]);
  const saved = sam.page.waitForEvent('download');
  await sam.page.getByRole('button', { name: 'Save these lines' }).click();
  expect((await saved).suggestedFilename()).toBe('lines with a fault.csv');
  await sam.page.getByRole('button', { name: 'Send 1 invitation' }).click();
  await expect(sam.page.getByText('1 invitation is on its way.')).toBeVisible();
  // The same columns in another order are read as before.
  const again = 'Rolle;Vorname;Nachname;Geburtsdatum;E-Mail\r\nMentee;Lena;Vogt;;lena@school.example\r\n';
  await sam.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(again) });
  await expect(sam.page.getByText(/^As in the last import, on .* by Sam\./)).toBeVisible();
  await expect(sam.page.getByText('Lena Vogt')).toBeVisible();
  expect(await violations(sam.page)).toEqual([]);
  await sam.page.goto('/staff/people/invitations');
  const row = sam.page.getByRole('row', { name: /Jürgen Groß/ });
  await expect(row).toContainText('Open until');
  expect(await violations(sam.page)).toEqual([]);

  let link: string | undefined;
  const look = async () => {
    const mails = await sentMails(page.request, hub.url);
    link = mails.find(({ to }) => to === 'juergen@firm.example')?.text.match(/\/invitation#\S+/)?.[0];
    return link;
  };
  await expect.poll(look).toBeTruthy();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${hub.url}${link}`);
  await expect(page.getByRole('heading', { name: 'Welcome, Jürgen!' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Choose a password' }).click();
  await page.getByLabel('Password', { exact: true }).fill('Over-the-hill-7');
  await page.getByLabel('Confirm password').fill('Over-the-hill-7');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('checkbox', { name: 'I accept' }).check();
  // What was begun goes on after a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Jürgen');
  await expect(page.getByText('Your programme: Riverside Youth Mentoring')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Phone number').fill('0151 2345678');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/survey/);

  await sam.page.reload();
  await expect(row).toContainText('Accepted on');
  await row.getByRole('link', { name: 'Jürgen Groß' }).click();
  await expect(sam.page.getByText('February 1975', { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`${hub.url}/invitation#0.0`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This invitation is not valid any more' })).toBeVisible();
});

test('staff invite one person and withdraw that', async ({ sam }) => {
  const { page } = sam;
  await page.goto('/staff/people/invitations');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill('lena@school.example');
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Lena');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Vogt');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  const row = page.getByRole('row', { name: /Lena Vogt/ });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Withdraw' });
  await expect(confirmation.getByText(/links stop working at once/)).toBeVisible();
  await confirmation.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('No invitations yet')).toBeVisible();
});
