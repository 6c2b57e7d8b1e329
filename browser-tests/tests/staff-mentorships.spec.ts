import { MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { sentMails } from '../harness/http';
import { tabTo } from '../harness/keyboard';
import { clickAtEnd, expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('staff log a meeting and pause a pair, and its members see both', async ({ tom, maya, sam, hub }) => {
  const { page } = sam;
  await page.goto('/staff/mentorships?kind=pair');
  await page.getByRole('table').getByRole('link', { name: MAYA }).click();
  await page.getByRole('button', { name: 'Log a meeting' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Minutes (optional)').fill('45');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Log a meeting' }).click();
  await expect(page.getByText(/In person · 45 minutes · entered by Sam/)).toBeVisible();

  await page.getByRole('button', { name: 'Pause the mentorship' }).click();
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('Going on now')).toBeVisible();
  await expect
    .poll(async () =>
      (await sentMails(page.request, hub.url))
        .filter(({ subject }) => subject === 'The pauses of your mentorship have changed')
        .map(({ to }) => to)
        .sort(),
    )
    .toEqual(['maya.mentor@example.org', 'tom.mentee@example.org']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the page of a mentorship');
  await clickAtEnd(page, page.getByRole('button', { name: 'End the mentorship' }));
  await page.getByRole('button', { name: 'Cancel' }).click();

  const { page: phone } = tom;
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/mentorship');
  await expect(phone.getByText(/^Met outside Mentor Hub: .* · In person$/)).toBeVisible();
  await expect(phone.getByText(/^Pause from/)).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Log a meeting outside Mentor Hub' })).toBeHidden();

  // Maya logs one herself, sees that staff's stays, and takes hers back.
  const { page: mentor } = maya;
  await mentor.goto('/mentorship');
  const open = mentor.getByRole('button', { name: 'Log a meeting outside Mentor Hub' });
  await open.click();
  const form = mentor.getByRole('form', { name: 'Log a meeting outside Mentor Hub' });
  await form.getByLabel('Minutes (optional)').fill('601');
  await form.getByRole('button', { name: 'Log the meeting' }).click();
  await expect(form.getByText('A meeting lasts 1 to 600 minutes.')).toBeVisible();
  await form.getByLabel('Minutes (optional)').fill('20');
  await form.getByRole('radio', { name: 'By phone' }).check();
  await form.getByRole('button', { name: 'Log the meeting' }).click();
  await expect(mentor.getByText(/^Met outside Mentor Hub: .* · By phone/)).toBeVisible();
  await expect(open).toBeFocused();
  await expect(phone.getByText(/^Met outside Mentor Hub: .* · By phone$/)).toBeVisible();
  await mentor.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(mentor.getByText(/^Met outside Mentor Hub: .* · In person$/)).toBeVisible();
});

test('a group begins by hand, by keyboard, and changes its mentees', async ({ tom, sam, hub }) => {
  const { page } = sam;
  await page.goto('/staff/mentorships');
  await page.getByRole('link', { name: 'Begin a mentorship' }).click();
  await tabTo(page, page.getByRole('radio', { name: 'Pair' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Group' })).toBeChecked();
  await page.getByRole('searchbox', { name: /mentor/i }).fill('Maya');
  await page.getByRole('button', { name: /^Maya Okafor/ }).click();
  await page.getByRole('searchbox', { name: /mentee/i }).fill('Tom');
  await page.getByRole('button', { name: /^Tom Rivera/ }).click();
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await expect(page.getByText('Give the group a name.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Name of the group').fill('Book club');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Book club', level: 1 })).toBeVisible();
  await expect
    .poll(async () => (await sentMails(page.request, hub.url)).map(({ subject }) => subject))
    .toContain('You have a new mentorship');

  await tom.openMessenger();
  await tom.channel('Book club').click();
  await tom.composer.fill('Which book is first?');
  await tom.page.keyboard.press('Enter');
  await expect(tom.page.getByRole('article').last()).toContainText('Which book is first?');

  await page.getByRole('button', { name: 'Add a mentee' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('Ana');
  await dialog.getByRole('radio', { name: /Ana/ }).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(/Ana Kowalczyk is in the group now/)).toBeVisible();
  await page.getByRole('button', { name: `Take ${TOM} out of the group` }).click();
  await dialog.getByRole('radio', { name: /stay/i }).check();
  await dialog.getByLabel('Reason').selectOption('no_time');
  await dialog.getByRole('button', { name: 'Take out of the group' }).click();
  await expect(page.getByText(`${TOM} is no longer in the group.`)).toBeVisible();
  await expect(page.getByText(/Mentee · until/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Take .* out of the group$/ })).toBeHidden();

  await expect(tom.page.getByText('Chat & Video Disabled').first()).toBeVisible();
  await expect(tom.page.getByRole('article').last()).toContainText('Which book is first?');
});
