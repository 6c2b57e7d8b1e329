import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { expectNoOverflow } from '../harness/layout';
import { addSession, button, heading, link, TITLE } from '../harness/learning';
import { expect, test } from '../harness/test';

test('a corrected answer key reaches a mentee who is at the result', async ({ hub, actor, sam }) => {
  await addSession(hub);
  const { page: mentee } = await actor('tom', hub);
  await mentee.goto('/session/sessionintroduction/knots');
  await button(mentee, 'Start').click();
  await button(mentee, 'Next').click();
  await link(mentee, 'Take the quiz').click();
  await mentee.getByLabel('Granny').check();
  await button(mentee, 'Next').click();
  await button(mentee, 'Submit').click();
  await expect(heading(mentee, '0 of 1 scored questions correct')).toBeVisible();

  // A coordinator sees the key and the answer, and who can correct it.
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'coordinator', '--programme', 'riverside');
  const { page } = sam;
  await page.goto('/staff/content');
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the list of sessions');
  await page.setViewportSize({ width: 1280, height: 800 });
  await link(page, TITLE).click();
  await expect(page.getByText(/^Content belongs to the whole installation\./)).toBeVisible();
  await expect(page.getByText('1 of 1 answered, 0 right')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Correct the answer key/ })).toHaveCount(0);

  await hub.command('staff', 'grant', ACCOUNTS.sam, 'administrator', '--installation');
  await page.reload();
  await expect(heading(page, 'Which knot holds?')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const dialog = page.getByRole('dialog');
  const correct = page.getByRole('button', { name: 'Correct the answer key: Which knot holds?' });
  await page.setViewportSize({ width: 390, height: 844 });
  await correct.click();
  await dialog.getByLabel('Granny').check();
  await expect(dialog.getByText('The answer of 1 person counts as right now.')).toBeVisible();
  await expectNoOverflow(page, 'the correction of a key');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(correct).toBeFocused();

  await page.setViewportSize({ width: 1280, height: 800 });
  await correct.click();
  await dialog.getByLabel('Reef').uncheck();
  await expect(dialog.getByText('At least one option must be right.')).toBeVisible();
  await dialog.getByLabel('Granny').check();
  await expect(dialog.getByText('1 of them now has everything right.')).toBeVisible();
  await expect(dialog.getByText(/^Badges and completed sessions stay as they are/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Correct it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1 of 1 answered, 1 right')).toBeVisible();
  await expect(page.getByText(/^Answer key corrected on/)).toBeVisible();

  // The mentee has not moved.
  await expect(heading(mentee, '1 of 1 scored questions correct')).toBeVisible();
  await expect(mentee.getByText(/^The answer key of this quiz was corrected on/)).toBeVisible();
  expect(await violations(mentee)).toEqual([]);
  await mentee.goto('/session/sessionintroduction/knots');
  await expect(mentee.getByText('completed', { exact: true })).toBeVisible();

  await page.goto('/staff/audit');
  await expect(page.getByText('Corrected an answer key').first()).toBeVisible();
});
