import { violations } from '../harness/axe';
import { tabTo } from '../harness/keyboard';
import { expectNoOverflow } from '../harness/layout';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

/** People are asked by a job that runs once a minute. */
const ASKING_MS = scaled(75_000);

test('staff ask people to take a survey, remind them, and close it', async ({ tom, sam }) => {
  test.setTimeout(scaled(240_000));
  const { page } = sam;
  await page.goto('/staff/surveys');
  await page.getByRole('link', { name: 'Ask people to take a survey' }).click();
  await page.getByRole('button', { name: /^Ask/ }).click();
  await expect(page.getByLabel('Survey', { exact: true })).toBeFocused();
  await expect(page.getByText('Choose a survey.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Survey', { exact: true }).selectOption({ label: 'How it was' });
  await expect(page.getByText(/people are asked today\.$/)).toBeVisible();

  // By keyboard, and over a reload.
  await tabTo(page, page.getByRole('radio', { name: /^Between two days/ }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Weeks after its beginning')).toHaveValue('12');
  await page.reload();
  await expect(page.getByRole('radio', { name: /^Some weeks/ })).toBeChecked();
  await expect(page.getByLabel('Survey', { exact: true })).toHaveValue('how-it-was');
  await page.getByRole('radio', { name: /^Between two days/ }).check();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the form');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: /^Ask \d+ people$/ }).click();
  const dialog = page.getByRole('dialog');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Ask now' }).click();
  await expect(page.getByRole('heading', { name: 'How it was', level: 1 })).toBeVisible();

  // The page shows those whom the job has asked, without a reload.
  const row = page.getByRole('row', { name: /^Tom Rivera/ });
  await expect(row.getByText('Not begun')).toBeVisible({ timeout: ASKING_MS });
  await expect(page.getByRole('table', { name: 'Answers so far' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const { page: phone } = tom;
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/surveylisting/pendingsurveys');
  await expect(phone.getByText(/Open until \d+ \w+/)).toBeVisible();
  await phone.getByRole('link', { name: 'Take: How it was' }).click();
  await expect(phone.getByRole('heading', { name: 'How it was', level: 1 })).toBeVisible();
  await expect(phone.getByText(/^Open until \d+ \w+/)).toBeVisible();
  expect(await violations(phone)).toEqual([]);
  await phone.getByRole('link', { name: 'Begin' }).click();
  await phone.getByRole('textbox').last().fill('More time together.');

  await page.getByRole('button', { name: 'Remind now' }).click();
  await dialog.getByRole('button', { name: 'Remind now' }).click();
  await expect(page.getByText(/(person|people) will be reminded in the next minutes\.$/)).toBeVisible();
  await expect(page.getByText('Everyone who has not sent it is reminded today.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the page of a request');

  // What Tom has typed is not lost with the survey.
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'This survey has closed' })).toBeVisible();
  await expect(phone.getByText('More time together.')).toBeVisible();
  expect(await violations(phone)).toEqual([]);
});

test('results are a chart and a table, and texts are read on demand', async ({ sam }) => {
  const { page } = sam;
  await page.goto('/staff/surveys');
  await expect(page.getByRole('link', { name: 'Set up an exit survey' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the surveys');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Mentees at any time, mentors only when you ask' })
    .getByRole('link', { name: 'Results: What helps you' })
    .click();
  await expect(page.getByRole('heading', { name: 'What helps you', level: 1 })).toBeVisible();
  await expect(page.getByText('Sent by mentees')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Mentors' })).toBeHidden();
  await page.goBack();
  await page.getByRole('link', { name: 'Results: About you' }).last().click();
  const table = page.getByRole('table', { name: 'How would you like to meet?' });
  await expect(table.getByRole('columnheader')).toHaveText(['Answer', 'Mentors', 'Mentees']);
  await expect(table.getByRole('row', { name: /^Online/ })).toHaveText(/\d+%/);
  await expectNoOverflow(page, 'the results');
  expect(await violations(page)).toEqual([]);

  const read = page.getByRole('button', { name: /^Read the answers/ }).first();
  await read.click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.getByRole('searchbox').fill('no such words');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No answer has these words.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto('/staff/audit');
  await expect(page.getByText('Read answers in people’s own words').first()).toBeVisible();
});
