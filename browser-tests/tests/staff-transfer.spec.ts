import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { sentMails } from '../harness/http';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

/** A school whose team decides about those who come. */
const SUNRISE = `programmes:
  - key: sunrise
    name: Sunrise School
    time_zone: Europe/Berlin
    experiences:
      mentor: {chattype: use}
      mentee: {chattype: use, survey: use}
    matching: {needs_approval: [mentee]}
`;

const INES = 'Ines Duarte';

test('a mentee changes school: what changes is said before, and the new team reads no words of the old one', async ({
  hub,
  sam,
  actor,
}) => {
  const { page } = sam;
  const folder = await mkdtemp(join(tmpdir(), 'mentorhub-content-'));
  await writeFile(join(folder, 'programmes.yaml'), SUNRISE);
  await hub.command('content', 'import', folder);
  await rm(folder, { recursive: true });
  for (const programme of ['riverside', 'sunrise'])
    await hub.command('staff', 'grant', ACCOUNTS.sam, 'coordinator', '--programme', programme);
  const dialog = page.getByRole('dialog');
  const happened = page.getByRole('region', { name: 'What happened' });

  await page.goto('/staff/people?q=duarte');
  await page.getByRole('link', { name: INES }).click();
  await page.getByRole('button', { name: 'Record the consent' }).click();
  await dialog.getByRole('textbox').fill('Form of the mother, folder 3');
  await dialog.getByRole('button', { name: 'Record the consent' }).click();
  await expect(happened.getByText('Form of the mother, folder 3')).toBeVisible();

  await page.getByRole('button', { name: 'Move to another programme' }).click();
  await dialog.getByLabel('New programme').selectOption('Sunrise School');
  await expect(dialog.getByText(`The team of Sunrise School decides first: ${INES} applies.`)).toBeVisible();
  await expect(
    dialog.getByText(/reads only the answers to surveys that its own application has/),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'what a transfer changes');
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('textbox').fill('Moves to the sea with her aunt');
  await dialog.getByRole('button', { name: 'Move to another programme' }).click();
  await expect(page.getByText(`${INES} is in Sunrise School now, and is notified.`)).toBeVisible();

  await test.step('one mail says where she is and that the team decides', async () => {
    const mails = async () => {
      const all = await sentMails(page.request, hub.url);
      return all.filter(({ to }) => to === ACCOUNTS.ines).map(({ subject }) => subject);
    };
    await expect.poll(mails).toEqual([expect.stringContaining('Sunrise School')]);
  });

  await test.step('she reads one state', async () => {
    const ines = await actor('ines', hub);
    await ines.page.goto('/application');
    await expect(ines.page.getByRole('heading', { name: 'Your application', level: 1 })).toBeVisible();
    await expect(ines.page.getByText(/^Your programme team is looking at your application/)).toBeVisible();
    expect(await violations(ines.page)).toEqual([]);
    await ines.page.goto('/mentorship');
    await expect(ines.page.getByText('Riverside Youth Mentoring')).toHaveCount(0);
  });

  await test.step('the new team sees that it happened, without names and reasons', async () => {
    await hub.command('staff', 'revoke', ACCOUNTS.sam, 'coordinator', '--programme', 'riverside');
    await page.goto('/staff/people?q=duarte');
    await page.getByRole('link', { name: INES }).click();
    await expect(page.getByRole('heading', { name: INES, level: 1 })).toBeVisible();
    await expect(happened.getByText('Put on record')).toBeVisible();
    await expect(page.getByText('Form of the mother, folder 3')).toHaveCount(0);
    await expect(page.getByText('Moves to the sea with her aunt')).toHaveCount(0);
    // Who moved her coordinates both.
    await expect(happened.getByText('Sam Whitfield')).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
  });
});
