import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

test('members find each other on the mentorship page', async ({ hub, actor }) => {
  const { page } = await actor('tom', hub);
  await page.goto(`${hub.url}/`);
  await expect(page).toHaveURL(`${hub.url}/mentorship`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Tom' })).toBeVisible();
  const mentor = page.getByRole('region', { name: 'your mentor' });
  await expect(mentor.getByRole('listitem')).toHaveText(/Maya Okafor.*Mentor/);
  expect(await violations(page)).toEqual([]);

  // The choice is part of the address.
  const choices = page.getByRole('navigation', { name: 'Your mentorships' });
  await choices.getByRole('link', { name: 'Tuesday circle' }).click();
  const group = page.getByRole('region', { name: 'your group' });
  await expect(group.getByText('Tuesday circle')).toBeVisible();
  await expect(group.getByRole('listitem')).toHaveText([/Maya Okafor/, /Ana Kowalczyk/]);
  await page.reload();
  await expect(group).toBeVisible();
  await page.goBack();
  await expect(mentor).toBeVisible();

  await mentor.getByRole('link', { name: 'Write a message' }).click();
  await expect(page.getByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
});

test('mentors have mentees, in Arabic from the right', async ({ hub, actor }) => {
  const { page } = await actor('maya', hub);
  await page.goto(`${hub.url}/mentorship`);
  await expect(page.getByRole('region', { name: 'your mentee' }).getByText('Tom Rivera')).toBeVisible();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await expect(page.getByRole('region', { name: 'تحت إرشادك' }).getByText('Tom Rivera')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await violations(page)).toEqual([]);
});

test('pair does a session side by side', async ({ hub, actor }) => {
  const pair = ['--mentor', ACCOUNTS.maya, '--mentee', ACCOUNTS.ana];
  const [id = ''] = /[0-9a-f-]{36}/.exec(await hub.command('mentorship', 'create', ...pair)) ?? [];
  const [mentor, mentee] = [(await actor('maya', hub)).page, (await actor('ana', hub)).page];
  const home = `${hub.url}/mentorship?${new URLSearchParams({ mentorship: id })}`;
  await mentor.goto(home);
  await mentee.goto(home);
  const row = (page: typeof mentor) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Getting to know each other' }) });
  await expect(row(mentee)).toContainText('complete by');
  await expect(mentee.getByRole('progressbar', { name: 'Sessions' })).toHaveAttribute(
    'aria-valuetext',
    '00/06',
  );
  await row(mentee).getByRole('link').click();
  await expect(mentee).toHaveURL(/\/mentorship\/[0-9a-f-]{36}\/sessionintro$/);
  const intro = mentee.url();
  await expect(mentee.getByRole('heading', { level: 1 })).toHaveText('Getting to know each other');
  expect(await violations(mentee)).toEqual([]);
  await mentee.getByRole('link', { name: 'Start' }).click();
  await expect(mentee).toHaveURL(/\/summary$/);
  await expect(mentee.getByText('Step 1', { exact: true })).toBeVisible();
  expect(await violations(mentee)).toEqual([]);
  const summary = mentee.url();
  await mentee.getByRole('link', { name: 'Continue' }).click();
  await expect(mentee.getByText('Step 1 of 3')).toBeVisible();
  // The mentor sees at once who is where.
  await mentor.goto(summary);
  await expect(mentor.getByText('opened by Ana Kowalczyk')).toHaveCount(1);
  await mentee.getByRole('button', { name: 'Next' }).click();
  await expect(mentee.getByText('Step 2 of 3')).toBeVisible();
  await expect(mentor.getByText('opened by Ana Kowalczyk')).toHaveCount(2);

  let quiz = '';
  for (const page of [mentee, mentor]) {
    if (page === mentor) {
      await page.getByRole('link', { name: 'Continue' }).click();
      await expect(page.getByText('For mentors only').first()).toBeVisible();
      await page.getByRole('button', { name: 'Next' }).click();
    } else {
      await expect(page.getByText('For mentors only')).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Step 3 of 3')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('button', { name: 'Done' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Take the quiz' }).click();
    await expect(page.getByText('2 questions left')).toBeVisible();
    quiz = new URL(page.url()).pathname;
    const next = page.getByRole('button', { name: /^(Next|Submit)$/ });
    for (let question = 1; question <= 3; question += 1) {
      await expect(page.getByText(`Question ${question} of 3`)).toBeVisible();
      if (question === 1) await page.getByRole('radio').first().check();
      if (question === 2) {
        await page.getByRole('button', { name: /Choose/ }).click();
        await page.getByRole('checkbox').first().check();
        await page.keyboard.press('Escape');
      }
      await next.click();
    }
    await expect(page.getByText('Thank you for your answers')).toBeVisible();
    if (page === mentor) {
      await expect(page.getByText('Ana Kowalczyk').first()).toBeVisible();
      // The open answers of the partner follow at once.
      await expect(mentee.locator('dt', { hasText: 'Maya Okafor' }).first()).toBeVisible();
      await mentee.goto(home);
    }
    await page.getByRole('link', { name: 'Continue' }).click();
    // The submission completes nothing: answers can still change before Done.
    await expect(page.getByText('Step 3 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('radio', { name: '5 stars' }).press('Space');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL(/\/mentorship\?mentorship=/);
    if (page === mentee) {
      await expect(row(mentee)).toContainText('partner yet to complete');
      await expect(row(mentee)).toContainText('Waiting for Maya');
      await mentee.goto(intro);
      await expect(mentee.getByText('as soon as Maya has finished it, too')).toBeVisible();
      // An address without a quiz opens the first one of the step.
      await mentee.goto(`${hub.url}${quiz}`);
      await expect(mentee.getByText('Thank you for your answers')).toBeVisible();
    }
  }
  for (const page of [mentee, mentor]) {
    await expect(row(page)).toContainText('completed');
    await expect(row(page)).not.toContainText('partner');
    await expect(page.getByRole('region', { name: 'Rewards' })).toContainText('Silver');
    await expect(page.getByRole('progressbar', { name: 'Sessions' })).toHaveAttribute(
      'aria-valuetext',
      '01/06',
    );
  }
  expect(await violations(mentee)).toEqual([]);
});

test('mentorship ends with a certificate, and its conversation stays', async ({ hub, actor }) => {
  const { page } = await actor('tom', hub);
  await page.goto(`${hub.url}/mentorship`);
  await expect(page.getByRole('region', { name: 'your mentor' })).toBeVisible();
  const list = await hub.command('mentorship', 'list');
  const [, id = ''] = /^([0-9a-f-]{36}) {2}pair/m.exec(list) ?? [];
  await hub.command('mentorship', 'end', id, '--reason', 'moved-away');
  await page.reload();
  const ended = page.getByRole('region', { name: 'Your past mentorships' });
  await expect(ended.getByRole('listitem')).toContainText('With Maya Okafor');
  await expect(page.getByRole('region', { name: 'your group' })).toBeVisible();
  await expect(page.getByText('moved away')).toHaveCount(0);
  await ended.getByRole('link', { name: 'Certificate' }).click();

  const sheet = page.getByRole('article');
  await expect(sheet).toContainText('Tom Rivera');
  await expect(sheet).toContainText('together with Maya Okafor');
  await expect(sheet.getByRole('heading', { level: 2 })).toHaveText('2 of 6 sessions completed');
  await expect(sheet.getByRole('listitem')).toContainText(['Getting to know each other', 'Our agreement']);
  expect(await violations(page)).toEqual([]);
  // What is published can be withdrawn after the end, too.
  const share = sheet.getByRole('button', { name: /Getting to know each other/ });
  await share.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(share).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.goBack();
  await ended.getByRole('link', { name: 'Read your conversation' }).click();
  await expect(page.getByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Message / })).toHaveCount(0);
});
