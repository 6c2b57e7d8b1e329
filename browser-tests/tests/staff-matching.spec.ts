import { violations } from '../harness/axe';
import { Hub } from '../harness/hub';
import { test as base, expect } from '../harness/test';

/** A server with a cohort: a mentor and two mentees have applied, the others decide about their first round. */
const test = base.extend<{ hub: Hub }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hub: async ({}, use) => {
    const hub = await Hub.start({}, ['--demo-cohort']);
    await use(hub);
    await hub.remove();
  },
});

test('from an application to a suggestion on a phone', async ({ hub, sam, actor }) => {
  const { page } = sam;
  const applicants = ['Jamal Eriksen', 'Nora Lindqvist', 'Petra Novak'];
  await page.goto('/staff/people?status=applying&application=complete');
  for (const name of applicants) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Petra Novak' })).toHaveCount(0);
  await hub.command('person', 'set', 'petra.mentor@example.org', '--vetted-until', '2099-12-31');
  await hub.command('person', 'set', 'nora.mentee@example.org', '--guardian-consent', 'yes');

  await page.goto('/staff/matching');
  const harbour = page.getByRole('listitem').filter({ hasText: 'Harbour Mentoring' }).first();
  await expect(harbour).toContainText('Mentees waiting');
  expect(await violations(page)).toEqual([]);
  await harbour.getByRole('link', { name: 'Try other weights' }).click();
  await page.getByRole('slider', { name: 'Interests' }).press('End');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'What would change' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Compute a round with these weights' }).click();
  await expect(page.getByText('With other weights than the programme’s: Interests 10.')).toBeVisible();
  await expect(page.getByText('2 of 3')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Without a suggestion' }).click();
  await expect(page.getByRole('row', { name: /Greta Wolf/ })).toContainText(
    'The consent of a guardian is missing',
  );
  await page.getByRole('link', { name: 'Suggestions', exact: true }).click();
  await page.getByRole('link', { name: 'Nora Lindqvist' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Take out: Petra Novak' }).click();
  await expect(page.getByText('No one. The mentee waits for the next round.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Suggest: Petra Novak' }).click();
  await expect(page.getByRole('button', { name: 'Take out: Petra Novak' })).toBeVisible();
  await page.getByRole('button', { name: 'Take out: Petra Novak' }).click();
  await page.getByRole('link', { name: 'Back to the round' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('The mentees were asked.', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await violations(page)).toEqual([]);

  for (const [name, suggestions] of [
    ['jamal', 1],
    ['nora', 0],
  ] as const) {
    const mentee = await actor(name, hub);
    await mentee.page.setViewportSize({ width: 390, height: 844 });
    await mentee.page.goto('/mentorship/matching');
    await expect(mentee.page.getByRole('heading', { level: 1, name: /welcome to matching$/ })).toBeVisible();
    await expect(mentee.page.getByRole('article', { name: 'Petra' })).toHaveCount(suggestions);
  }
});
