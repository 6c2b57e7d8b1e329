import { violations } from '../harness/axe';
import { sentMails } from '../harness/http';
import { Hub } from '../harness/hub';
import { test as base, expect } from '../harness/test';

/** A server with a cohort, one of whose programmes asks guardians. */
const test = base.extend<{ hub: Hub }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hub: async ({}, use) => {
    const hub = await Hub.start({}, ['--demo-cohort']);
    await use(hub);
    await hub.remove();
  },
});

const MOTHER = 'mother@home.example';

test('a guardian agrees on a phone, in Arabic, and takes that back', async ({ browser, hub, sam }) => {
  const { page } = sam;
  /** The link in the newest mail to the mother. */
  const linkTo = async (path: string) => {
    const find = async () => {
      const mails = await sentMails(page.request, hub.url);
      const links = mails.map(({ to, text }) =>
        to === MOTHER ? text.match(`/guardian/${path}#\\S+`) : null,
      );
      return links.find((link) => link !== null)?.[0];
    };
    await expect.poll(find).toBeTruthy();
    return `${hub.url}${await find()}`;
  };

  await page.goto('/staff');
  await page.getByRole('link', { name: '1 mentee without guardian consent' }).click();
  await page.getByRole('table').getByRole('link', { name: 'Greta Wolf' }).click();
  await page.getByRole('button', { name: 'Ask a guardian by email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask a guardian by email' });
  await dialog.getByLabel('Email address of the guardian').fill(MOTHER);
  await dialog.getByRole('radio', { name: 'العربية' }).check();
  await dialog.getByRole('textbox', { name: /^Where/ }).fill('Enrolment form 2026, folder 3');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Ask a guardian by email' }).click();
  await expect(page.getByText(`${MOTHER} was asked on`, { exact: false })).toBeVisible();
  await page.goto('/staff');
  await expect(page.getByRole('heading', { name: 'What waits for you' })).toBeVisible();
  await expect(page.getByRole('link', { name: /without guardian consent/ })).toHaveCount(0);

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const guardian = await phone.newPage();
  const link = await linkTo('consent');
  await guardian.goto(link);
  await expect(guardian.getByRole('heading', { level: 1 })).toContainText('Harbour Mentoring');
  await expect(guardian.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(guardian.getByText('Greta')).toHaveCount(0);
  const yes = guardian.getByRole('button', { name: 'نعم، أوافق' });
  await yes.click();
  await expect(guardian.getByRole('checkbox')).toBeFocused();
  expect(await violations(guardian)).toEqual([]);
  await guardian.getByRole('checkbox').check();
  expect(await violations(guardian)).toEqual([]);
  await yes.click();
  await expect(guardian.getByRole('heading', { name: 'شكرًا لك! لقد وافقت.' })).toBeFocused();
  await guardian.goto(link);
  await guardian.reload();
  await expect(guardian.getByRole('heading', { name: 'لم يعد هذا الرابط يعمل' })).toBeVisible();

  await guardian.goto(await linkTo('withdrawal'));
  await guardian.getByRole('combobox').selectOption('en');
  await expect(guardian.getByText(/^You agreed on .* to version/)).toBeVisible();
  expect(await violations(guardian)).toEqual([]);
  await guardian.getByRole('button', { name: 'Take my consent back' }).click();
  await expect(guardian.getByRole('heading', { name: 'You have taken your consent back.' })).toBeFocused();
  await phone.close();
  await page.reload();
  await expect(page.getByRole('link', { name: '1 mentee without guardian consent' })).toBeVisible();
});

test('guardians of an import are asked together, at confirmed addresses', async ({ hub, sam }) => {
  const { page } = sam;
  await page.goto('/staff/people?fact=consent_missing');
  const row = page.getByRole('row', { name: /Greta Wolf/ });
  await expect(row).toBeVisible();
  const email = (await row.textContent())?.match(/mentee\d+@cohort\.example\.org/)?.[0] ?? '';
  expect(email).not.toBe('');

  await page.goto('/staff/people/import');
  await page.getByLabel('Programme').selectOption({ label: 'Harbour Mentoring' });
  const table = `Vorname;Nachname;E-Mail;Rolle;E-Mail der Eltern\r\nGreta;Wolf;${email};Mentee;${MOTHER}\r\n`;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await expect(page.getByLabel('Email of a guardian')).toHaveValue('4');
  await page.getByRole('button', { name: 'Save the new data' }).click();
  await expect(page.getByText('The new data are saved. No one got an email.')).toBeVisible();

  await page.goto('/staff/people?fact=consent_missing');
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Ask guardians' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask guardians' });
  await dialog.getByRole('checkbox', { name: new RegExp(`Greta Wolf.*${MOTHER}`) }).check();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: /^Where/ }).fill('Enrolment form 2026, folder 3');
  await dialog.getByRole('button', { name: 'Ask 1 guardian' }).click();
  await expect(page.getByText('Done: 1 of 1')).toBeVisible();
  const asked = async () => (await sentMails(page.request, hub.url)).some(({ to }) => to === MOTHER);
  await expect.poll(asked).toBe(true);
});
