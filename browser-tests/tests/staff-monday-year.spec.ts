import type { Page } from '@playwright/test';
import { chooseFile, fileOf, numbersOf } from '../harness/console';
import { Hub } from '../harness/hub';
import { test as base, expect } from '../harness/test';

/** A server with a programme of 400 people and a year of history. */
const test = base.extend<{ hub: Hub }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hub: async ({}, use) => {
    const hub = await Hub.start({}, ['--demo-year']);
    await use(hub);
    await hub.remove();
  },
});

/** Opens the list behind a piece of work of the overview. */
async function open(page: Page, work: RegExp): Promise<void> {
  await page.goto('/staff');
  await page.getByRole('link', { name: work }).click();
}

const people = (page: Page) => page.getByRole('table').getByRole('row').getByRole('link');

test('a Monday after a year: 400 people, and what fell silent', async ({ sam }) => {
  const { page } = sam;
  const dialog = page.getByRole('dialog');
  const begin = await numbersOf(page);
  expect(begin).toMatchObject({ message: 3, vetting_ending: 28 });

  await test.step('a school is imported beside those who are there', async () => {
    const file = fileOf(
      'lakeside-school',
      60,
      23,
      'Anders, Ida;no address;Mentee;31.12.2010;9b',
      'Anders, Ida;ida@x.example;Mentee;31.12.2099;9b',
    );
    await chooseFile(page, 'Lakeside Mentoring', file);
    await page.getByRole('button', { name: 'Send 83 invitations' }).click();
    await expect(page.getByText('83 invitations are on their way.')).toBeVisible();
    await chooseFile(page, 'Lakeside Mentoring', file);
    await expect(page.getByText('There is no one to invite', { exact: false })).toBeVisible();
    expect(await numbersOf(page)).toEqual(begin);
  });

  await test.step('a pair of a draft is swapped, and the round is published', async () => {
    await page.goto('/staff/matching');
    const lakeside = page.getByRole('listitem').filter({ hasText: 'Lakeside Mentoring' }).first();
    await lakeside.getByRole('button', { name: 'Compute a round now' }).click();
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
    await people(page).first().click();
    const replace = page.getByRole('button', { name: /^Replace: / });
    await replace.first().click();
    const chosen = page.getByRole('button', { name: /^Choose: / }).first();
    const [, other = ''] =
      /^Choose: (.+) instead of /.exec((await chosen.getAttribute('aria-label')) ?? '') ?? [];
    await chosen.click();
    await expect(page.getByRole('button', { name: `Replace: ${other}` })).toBeVisible();
    await expect(replace).toHaveCount(1);
    await page.getByRole('link', { name: 'Back to the round' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('The mentees were asked.', { exact: false })).toBeVisible();
  });

  await test.step('a silent pair is asked how it goes, another one has met at school', async () => {
    const before = await numbersOf(page);
    await open(page, /mentorships without contact for too long/);
    await people(page).first().click();
    await page.getByRole('region', { name: 'People' }).getByRole('link', { name: /Write/ }).first().click();
    await page.getByRole('combobox', { name: 'Insert a text' }).selectOption('silent');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    // In the language of the mentor.
    await expect(page.getByRole('log')).toContainText('wir haben länger nichts von euch gehört');
    expect(await numbersOf(page)).toEqual(before);
    await expect(page.getByText('Staff wrote on', { exact: false }).first()).toBeVisible();
    await open(page, /mentorships without contact for too long/);
    await people(page).nth(2).click();
    await page.getByRole('button', { name: 'Log a meeting' }).click();
    await dialog.getByRole('button', { name: 'Log a meeting' }).click();
    await expect(page.getByText(/In person · entered by Sam/)).toBeVisible();
    const after = await numbersOf(page);
    expect(after).toEqual({ ...before, silent: (before.silent ?? 0) - 1 });
  });

  await test.step('a mentor leaves: the mentee waits again, before the others', async () => {
    const before = await numbersOf(page);
    await page.goto('/staff/mentorships?state=active&sort=-lastContact');
    await people(page).first().click();
    await page.getByRole('button', { name: 'End the mentorship' }).click();
    await dialog.getByRole('radio', { name: /^Wait for another mentor/ }).check();
    await dialog.getByLabel('Reason').selectOption('no_time');
    await dialog.getByRole('button', { name: 'End the mentorship' }).click();
    await expect(page.getByRole('button', { name: /^Take .*back/ })).toBeVisible();
    const after = await numbersOf(page);
    expect(after.unmatched).toBe((before.unmatched ?? 0) + 1);
  });

  await test.step('the year is a report', async () => {
    await page.goto('/staff/outcomes');
    await page.getByRole('button', { name: 'Make a report' }).click();
    await dialog.getByRole('combobox', { name: 'Programme' }).selectOption({ label: 'Lakeside Mentoring' });
    await dialog.getByRole('radio', { name: 'Since the beginning, year by year' }).check();
    await dialog.getByRole('button', { name: 'Make the report' }).click();
    const way = page.getByRole('table', { name: 'The way through the programme' }).first();
    await expect(way.getByRole('row', { name: /^Signed up/ })).toBeVisible();
  });
});
