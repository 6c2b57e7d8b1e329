import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { dayIn } from '../harness/console';
import { sentMails } from '../harness/http';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('a year is closed, rolled over and opened', async ({ hub, sam }) => {
  const { page } = sam;
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'coordinator', '--programme', 'riverside');
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
  const begins = async () =>
    (await sentMails(page.request, hub.url)).filter(
      ({ to, subject }) => to === ACCOUNTS.tom && subject.endsWith('the new year begins'),
    ).length;
  await expect.poll(begins).toBe(1);
});

const HILL = `programmes:
  - key: hill
    name: Hill School
    time_zone: Europe/Berlin
    experiences: {mentor: {}, mentee: {}, staff: {}}
    sign_up: {is_open: true}
`;

test('a programme that ends is archived, takes nothing new, and is reopened', async ({ hub, sam }) => {
  const { page } = sam;
  const folder = await mkdtemp(join(tmpdir(), 'mentorhub-content-'));
  await writeFile(join(folder, 'programmes.yaml'), HILL);
  await hub.command('content', 'import', folder);
  await rm(folder, { recursive: true });
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'coordinator', '--programme', 'hill');
  await page.goto('/staff/programme/year');
  await page.getByLabel('Programme', { exact: true }).selectOption('Hill School');
  await page.getByRole('button', { name: 'Archive the programme' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Archive the programme' }).click();
  await expect(page.getByText(/^The programme has been archived since/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(hub.command('programme', 'close', 'hill')).rejects.toThrow(/archived/);

  await page.getByRole('button', { name: 'Reopen the programme' }).click();
  await dialog.getByRole('button', { name: 'Reopen the programme' }).click();
  await expect(page.getByText('The year is open')).toBeVisible();
});
