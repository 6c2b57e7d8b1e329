import { violations } from '../harness/axe';
import { clickAtEnd, expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('an announcement is written, sent, read and taken back', async ({ tom, sam }) => {
  const { page: phone } = tom;
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/learninghub');
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();

  const { page } = sam;
  await page.goto('/staff/announcements');
  await expect(page.getByText('No announcements')).toBeVisible();
  await page.getByRole('button', { name: 'Write an announcement' }).click();
  await page.getByRole('button', { name: 'Send …' }).click();
  await expect(page.getByText('Please write a title and a text in at least one language.')).toBeVisible();

  const english = page.getByRole('group', { name: 'English' });
  await english.getByLabel('Title').fill('Summer party');
  await page.getByRole('button', { name: 'Send …' }).click();
  await expect(page.getByText('Please write a text.')).toBeVisible();
  await english
    .getByLabel('Text')
    .fill('Come at **4 pm** and bring\n- tea\n- cake\nMore: https://party.example/x <b>!</b>');
  const german = page.getByRole('group', { name: 'Deutsch' });
  await german.getByLabel('Title').fill('Sommerfest');
  await german.getByLabel('Text').fill('Kommt um 16 Uhr.');
  await expect(page.getByText(/^Missing: العربية\. /)).toBeVisible();
  await expect(page.getByText('Your draft is saved.')).toBeVisible();
  await expect(page.getByText(/^Reaches \d+ people now/)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // What was typed outlives a reload.
  await page.reload();
  await expect(german.getByLabel('Title')).toHaveValue('Sommerfest');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the editor of an announcement');
  await clickAtEnd(page, page.getByRole('button', { name: 'Send …' }));
  await page.setViewportSize({ width: 1280, height: 900 });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Missing: العربية\. /)).toBeVisible();
  // As people read it.
  await dialog.getByText('English: Summer party').click();
  await expect(dialog.getByText('cake', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Summer party', level: 1 })).toBeVisible();

  // The page that is open shows it without a reload.
  const card = phone.getByRole('link', { name: 'Summer party' });
  await expect(card).toBeVisible();
  expect(await violations(phone)).toEqual([]);
  await card.click();
  await expect(phone.getByRole('heading', { name: 'Summer party', level: 1 })).toBeVisible();
  await expect(phone.getByText('cake', { exact: true })).toBeVisible();
  await expect(phone.getByText('<b>!</b>')).toBeVisible();
  await expect(phone.getByRole('link', { name: 'https://party.example/x' })).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Write to the programme team' })).toBeVisible();
  await expectNoOverflow(phone, 'an announcement');
  expect(await violations(phone)).toEqual([]);
  const address = phone.url();
  await phone.goto('/mentorship');
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card).toBeHidden();
  await phone.goto('/learninghub');
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card).toBeHidden();
  await phone.goto('/feed');
  await expect(card).toBeVisible();

  await page.reload();
  await expect(page.getByText(/^1 of \d+ have read it$/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Correct the text' }).click();
  await english.getByLabel('Title').fill('Big summer party');
  await page.getByRole('button', { name: 'Save the correction' }).click();
  await expect(page.getByRole('heading', { name: 'Big summer party', level: 1 })).toBeVisible();
  await phone.goto(address);
  await expect(phone.getByText(/ · edited /)).toBeVisible();

  await page.getByRole('button', { name: 'Take back' }).click();
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText(/^Taken back · /)).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'This announcement was taken back' })).toBeVisible();
  expect(await violations(phone)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the announcements' }).click();
  await expect(page.getByRole('table').getByRole('link', { name: 'Big summer party' })).toBeVisible();
});
