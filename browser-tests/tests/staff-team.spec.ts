import { ACCOUNTS } from '../harness/accounts';
import { MAYA } from '../harness/actor';
import { violations } from '../harness/axe';
import { sentMails } from '../harness/http';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

const LEILA = 'leila.mentor@example.org';

test('a lead goes on holiday, a crisis reaches the deputy, and the end of a role ends access at once', async ({
  hub,
  tom,
  sam,
}) => {
  const { page } = sam;
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'administrator', '--programme', 'riverside');
  await hub.command('user', 'role', LEILA, 'staff');
  const dialog = page.getByRole('dialog');

  // An administrator gives a role and enters hours, by keyboard where it is a form.
  await page.goto('/staff/team');
  await expect(
    page.getByText(/No lead has entered hours: a crisis goes at once to Sam Whitfield\./),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: /^Leila/ }).click();
  await page.getByRole('button', { name: 'Give a role' }).click();
  await dialog.getByRole('radio', { name: /^Safeguarding lead/ }).check();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Give the role' }).click();
  await expect(page.getByRole('button', { name: /^End the role: Safeguarding lead/ })).toBeVisible();
  const hours = page.getByRole('form', { name: 'Riverside Youth Mentoring' });
  await hours.getByLabel('From').fill('00:00');
  await hours.getByLabel('Until').fill('00:01');
  await hours.getByLabel('Until').press('Enter');
  await expect(page.getByRole('button', { name: /^Remove: Monday/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the page of a colleague');
  await page.setViewportSize({ width: 1280, height: 800 });

  // Sam is absent from today on.
  await page.getByRole('link', { name: 'Back to the team' }).click();
  await page.getByRole('link', { name: 'Sam Whitfield' }).click();
  await expect(page.getByText('A colleague changes your roles.')).toBeVisible();
  await page.getByRole('form', { name: 'Absences' }).getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('button', { name: /^Remove: / })).toBeVisible();

  await tom.openConversation(MAYA);
  await tom.send("I can't go on");
  await expect(tom.page.getByRole('region', { name: 'You are not alone' })).toBeVisible();
  const alerted = async () =>
    (await sentMails(page.request, hub.url))
      .filter(({ to }) => to === LEILA || to === ACCOUNTS.sam)
      .map(({ to }) => to);
  await expect.poll(alerted).toContain(LEILA);
  expect(await alerted()).not.toContain(ACCOUNTS.sam);

  // Sam sees it nevertheless, takes it, and hands it over.
  await page.goto('/staff/reports');
  await page.getByRole('link', { name: 'Someone may need help' }).click();
  await page.getByText('Who learned of it and when').click();
  await expect(page.getByText(/^Leila .* was notified \(notice 1\)$/)).toBeVisible();
  await page.getByRole('button', { name: 'I’ll take it' }).click();
  await expect(page.getByText('Sam Whitfield is working on it.')).toBeVisible();
  await page.goto('/staff/team');
  await page.getByRole('link', { name: 'Sam Whitfield' }).click();
  await page.getByRole('button', { name: 'Hand over the work' }).click();
  await dialog.getByRole('radio', { name: /^Leila/ }).check();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(page.getByText('Nothing at the moment.')).toBeVisible();

  // The end of the role reaches the open page.
  await page.goto('/staff/reports');
  await expect(page.getByRole('link', { name: 'Someone may need help' })).toBeVisible();
  await hub.command('staff', 'revoke', ACCOUNTS.sam, 'safeguarding', '--programme', 'riverside');
  await expect(page.getByRole('link', { name: 'Someone may need help' })).toBeHidden();
});
