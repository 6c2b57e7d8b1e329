import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNTS } from '../harness/accounts';
import { MAYA, TOM } from '../harness/actor';
import { chooseFile, dayIn, fileOf, numbersOf } from '../harness/console';
import { sentMails } from '../harness/http';
import { Hub } from '../harness/hub';
import { test as base, expect } from '../harness/test';

/** A server with a cohort: three people have applied, the others decide about their first round. */
const test = base.extend<{ hub: Hub }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hub: async ({}, use) => {
    const hub = await Hub.start({}, ['--demo-cohort']);
    await use(hub);
    await hub.remove();
  },
});

const MOTHER = 'mother@home.example';
const LEILA = 'leila.mentor@example.org';

/** A school whose staff are others. */
const SUNRISE = `programmes:
  - key: sunrise
    name: Sunrise School
    time_zone: Europe/Berlin
    experiences:
      mentor: {chattype: use}
      mentee: {chattype: use}
`;

test('a Monday of a coordinator, from an import to an answer', async ({ browser, hub, sam, tom, actor }) => {
  const { page } = sam;
  const dialog = page.getByRole('dialog');
  const folder = await mkdtemp(join(tmpdir(), 'mentorhub-content-'));
  await writeFile(join(folder, 'programmes.yaml'), SUNRISE);
  await hub.command('content', 'import', folder);
  await rm(folder, { recursive: true });
  await hub.command('user', 'transfer', ACCOUNTS.ole, '--programme', 'sunrise', '--reason', 'Another school');
  await hub.command('user', 'role', LEILA, 'staff');
  await hub.command('staff', 'grant', LEILA, 'coordinator', '--programme', 'riverside');
  const begin = await numbersOf(page);
  expect(begin.application).toBe(3);

  await test.step('two schools are imported, and again', async () => {
    const schools = [
      [
        'Riverside Youth Mentoring',
        fileOf('riverside-school', 30, 12, 'Anders, Ida;no address;Mentee;31.12.2010;9b'),
        42,
      ],
      [
        'Harbour Mentoring',
        fileOf('harbour-school', 29, 12, 'Anders, Ida;ida@x.example;Mentee;31.12.2099;9b'),
        41,
      ],
    ] as const;
    for (const [programme, file, invited] of schools) {
      await chooseFile(page, programme, file);
      await expect(page.getByText('Line 4', { exact: false }).first()).toBeVisible();
      await expect(page.getByText('Not read', { exact: false })).toHaveCount(0);
      await expect(page.getByRole('listitem').filter({ hasText: 'Mentee 0 Müller' })).toContainText(
        'December 2010',
      );
      await expect(page.getByRole('option', { name: 'Sunrise School' })).toHaveCount(0);
      await page.getByRole('button', { name: `Send ${invited} invitations` }).click();
      await expect(page.getByText(`${invited} invitations are on their way.`)).toBeVisible();
      await chooseFile(page, programme, file);
      await expect(page.getByText('There is no one to invite', { exact: false })).toBeVisible();
    }
    await page.goto('/staff/people/invitations');
    await expect(page.getByText(/ of 83$/)).toBeVisible();
    await page.goto('/staff/people?q=ole');
    await expect(page.getByText('Nothing matches')).toBeVisible();
    expect(await numbersOf(page)).toEqual(begin);
  });

  await test.step('applications are approved', async () => {
    await page.getByRole('link', { name: '3 applications to decide' }).click();
    for (const name of ['Jamal Eriksen', 'Nora Lindqvist', 'Petra Novak'])
      await page.getByRole('checkbox', { name }).check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Petra Novak' })).toHaveCount(0);
    expect((await numbersOf(page)).application).toBeUndefined();
    await page.goto('/staff/people?q=jamal');
    await page.getByRole('link', { name: 'Jamal Eriksen' }).click();
    await page.getByRole('button', { name: 'Read the answers' }).click();
    await expect(page.getByRole('region', { name: 'About you' })).toContainText('Jamal');
  });

  await test.step('a guardian agrees on a phone, in Arabic', async () => {
    await hub.command('person', 'set', ACCOUNTS.nora, '--guardian-consent', 'yes');
    const { consent_missing: missing = 0 } = await numbersOf(page);
    await page.goto('/staff/people?fact=consent_missing');
    await page.getByRole('table').getByRole('link', { name: 'Greta Wolf' }).click();
    await page.getByRole('button', { name: 'Ask a guardian by email' }).click();
    await dialog.getByLabel('Email address of the guardian').fill(MOTHER);
    await dialog.getByRole('radio', { name: 'العربية' }).check();
    await dialog.getByRole('textbox', { name: /^Where/ }).fill('Enrolment form 2026, folder 3');
    await dialog.getByRole('button', { name: 'Ask a guardian by email' }).click();
    let link: string | undefined;
    const look = async () => {
      const mails = await sentMails(page.request, hub.url);
      link = mails.find(({ to }) => to === MOTHER)?.text.match(/\/guardian\/consent#\S+/)?.[0];
      return link;
    };
    await expect.poll(look).toBeTruthy();
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const guardian = await phone.newPage();
    await guardian.goto(`${hub.url}${link}`);
    await expect(guardian.locator('html')).toHaveAttribute('dir', 'rtl');
    const yes = guardian.getByRole('button', { name: 'نعم، أوافق' });
    await yes.click();
    await guardian.getByRole('checkbox').check();
    await yes.click();
    await expect(guardian.getByRole('heading', { name: 'شكرًا لك! لقد وافقت.' })).toBeVisible();
    await phone.close();
    expect((await numbersOf(page)).consent_missing ?? 0).toBe(missing - 1);
  });

  await test.step('a round is rehearsed, drafted, changed and published', async () => {
    await hub.command('person', 'set', 'petra.mentor@example.org', '--vetted-until', dayIn(10));
    await page.goto('/staff/matching');
    const harbour = page.getByRole('listitem').filter({ hasText: 'Harbour Mentoring' }).first();
    await harbour.getByRole('link', { name: 'Try other weights' }).click();
    await page.getByRole('slider', { name: 'Interests' }).press('End');
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('heading', { name: 'What would change' })).toBeVisible();
    await page.getByRole('button', { name: 'Compute a round with these weights' }).click();
    await page.getByRole('link', { name: 'Suggestions', exact: true }).click();
    const draft = page.url();
    expect((await numbersOf(page)).open_run).toBe(1);
    await page.goto(draft);
    await page.getByRole('link', { name: 'Nora Lindqvist' }).click();
    await page.getByRole('button', { name: 'Take out: Petra Novak' }).click();
    await expect(page.getByText('No one. The mentee waits for the next round.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the round' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('The mentees were asked.', { exact: false })).toBeVisible();
    expect((await numbersOf(page)).open_run).toBeUndefined();
  });

  await test.step('a mentor whose vetting ends reads of it', async () => {
    const before = await numbersOf(page);
    expect(before.vetting_ending).toBe(2);
    await page.getByRole('link', { name: '2 vettings that end within 30 days' }).click();
    await page.getByRole('link', { name: 'Petra Novak' }).click();
    await page.getByRole('link', { name: 'Write a message' }).click();
    await page.getByRole('combobox', { name: 'Insert a text' }).selectOption('vetting');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('log')).toContainText('Hi Petra');
    expect(await numbersOf(page)).toEqual(before);
    await expect(page.getByRole('listitem').filter({ hasText: 'Petra Novak' }).last()).toContainText(
      'Staff wrote on',
    );
    await page.getByRole('link', { name: 'Petra Novak' }).click();
    await expect(page.getByRole('region', { name: 'What happened' })).toContainText('Staff wrote to them');
  });

  await test.step('a group ends, a pair is asked how it goes, and has met', async () => {
    await page.goto('/staff/mentorships?kind=group');
    await page.getByRole('table').getByRole('link', { name: 'Tuesday circle' }).click();
    await page.getByRole('button', { name: 'End the mentorship' }).click();
    await dialog.getByRole('radio', { name: /^Wait for another mentor/ }).check();
    await dialog.getByLabel('Reason').selectOption('no_time');
    await dialog.getByRole('button', { name: 'End the mentorship' }).click();
    await expect(page.getByRole('button', { name: /^Take .*back/ })).toBeVisible();
    await numbersOf(page);
    await page.goto('/staff/mentorships?state=active');
    await expect(page.getByText('1 of 1')).toBeVisible();
    await page.getByRole('table').getByRole('link', { name: MAYA }).click();
    await page.getByRole('button', { name: 'Log a meeting' }).click();
    await dialog.getByLabel('Minutes (optional)').fill('45');
    await dialog.getByRole('button', { name: 'Log a meeting' }).click();
    await expect(page.getByText(/In person · 45 minutes · entered by Sam/)).toBeVisible();
    await page.getByRole('region', { name: 'People' }).getByRole('link', { name: /Write/ }).first().click();
    await page.getByRole('combobox', { name: 'Insert a text' }).selectOption('silent');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('log')).toContainText('we have not heard from you two');
  });

  await test.step('one message is answered, the other one goes to a colleague', async () => {
    const ines = await actor('ines', hub);
    for (const [person, text] of [
      [tom, 'Can I bring a friend?'],
      [ines, 'When do we meet?'],
    ] as const) {
      await person.page.goto('/team');
      await person.page.getByRole('textbox', { name: /message/i }).fill(text);
      await person.page.keyboard.press('Enter');
      await expect(person.page.getByText(text).last()).toBeVisible();
    }
    expect((await numbersOf(page)).message).toBe(2);
    await page.getByRole('link', { name: '2 people wait for an answer' }).click();
    await page.getByRole('link', { name: TOM }).click();
    await page.getByRole('textbox', { name: /^Your message/ }).fill('Yes, bring one friend.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Nothing waits for an answer.')).toBeVisible();
    await expect(tom.page.getByText('Yes, bring one friend.').last()).toBeVisible();
    expect((await numbersOf(page)).message).toBe(1);
    await page.goto('/staff/messages?state=waiting');
    await page.getByRole('link', { name: 'Ines Duarte' }).click();
    await page.getByRole('button', { name: 'Give to a colleague' }).click();
    await dialog.getByRole('radio', { name: /^Leila/ }).check();
    await dialog.getByRole('button', { name: 'Give to a colleague' }).click();
    await expect(page.getByText(/^Leila .* takes care of this\.$/)).toBeVisible();
    expect((await numbersOf(page)).message).toBe(1);
  });
});
