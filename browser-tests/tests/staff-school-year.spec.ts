import { violations } from '../harness/axe';
import { dayIn } from '../harness/console';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('a year is closed, rolled over and opened, and the programme is archived', async ({ sam }) => {
  const { page } = sam;
  await page.goto('/staff/programme');
  await page.getByRole('link', { name: 'School year' }).click();
  await expect(page.getByText('The year is open')).toBeVisible();
  await expect(page.getByText('First end what still waits:')).toBeVisible();
  const kept = page.getByRole('group', { name: 'Mentorships that go on over the summer' });
  await expect(kept.getByRole('checkbox').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'an open year');

  await page.getByRole('button', { name: 'Close the year …' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/mentorships? ends? as planned/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close the year' }).click();
  await expect(page.getByText(/^The year has been closed since/)).toBeVisible();
  await expect(page.getByText(/^(\d+) of \1 mentorships have ended\.$/)).toBeVisible();
  await expectNoOverflow(page, 'a closed year');
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await violations(page)).toEqual([]);

  await page.getByRole('checkbox', { name: 'Tom Rivera' }).check();
  await page.getByRole('button', { name: 'Continue and come first' }).click();
  await dialog.getByRole('button', { name: 'Continue and come first' }).click();
  await expect(page.getByText('Done: 1 of 1')).toBeVisible();
  await expect(page.getByRole('row', { name: /Tom Rivera/ })).toContainText('comes first');

  await page.getByLabel('First day').fill(dayIn(30));
  await page.getByRole('button', { name: 'Set the day' }).click();
  await expect(page.getByText(/The next one begins on/)).toBeVisible();
  await page.getByRole('button', { name: 'Open it now' }).click();
  await dialog.getByRole('button', { name: 'Open the year' }).click();
  await expect(page.getByText('The year is open')).toBeVisible();
});
