import type { Page } from '@playwright/test';
import { ACCOUNTS } from '../harness/accounts';
import { MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { dayIn } from '../harness/console';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('staff record facts of a person, and sign them out', async ({ tom, sam }) => {
  const { page } = sam;
  await tom.openConversation(MAYA);
  await page.goto('/staff/people?role=mentee');
  await page.getByRole('searchbox').fill('rivera');
  await expect(page).toHaveURL(/q=rivera/);
  await page.getByRole('link', { name: TOM }).click();
  await expect(page.getByRole('heading', { name: TOM, level: 1 })).toBeVisible();
  const happened = page.getByRole('region', { name: 'What happened' });
  await expect(happened.getByText(/^Mentorship with .*Maya Okafor.* began$/).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Record the consent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record the consent' });
  await dialog.getByRole('textbox').fill('Form of the mother, folder 3');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Record the consent' }).click();
  await expect(happened.getByText('Form of the mother, folder 3')).toBeVisible();
  await expect(happened.getByText('Guardian consent: Given')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Sign out on all devices' }).click();
  const signOut = page.getByRole('dialog', { name: 'Sign out on all devices' });
  await expect(signOut.getByText(/is signed in on 1 device/)).toBeVisible();
  await signOut.getByRole('textbox').fill('Lost the phone');
  await signOut.getByRole('button', { name: 'Sign out on all devices' }).click();
  await expect(tom.page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out on all devices' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeFocused();
  await expect(happened.getByText('Lost the phone')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Back to people' }).click();
  await expect(page).toHaveURL(/role=mentee.*q=rivera|q=rivera.*role=mentee/);
});

test('staff end a mentorship and take that back', async ({ tom, sam }) => {
  const { page } = sam;
  await tom.openConversation(MAYA);
  await page.goto('/staff/mentorships?kind=pair');
  await page.getByRole('link', { name: MAYA }).click();
  await expect(page.getByRole('heading', { name: MAYA, level: 1 })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'End the mentorship' }).click();
  const dialog = page.getByRole('dialog', { name: 'End the mentorship' });
  await dialog.getByRole('radio', { name: 'Stay out of matching' }).check();
  await dialog.getByRole('combobox', { name: /^Reason/ }).selectOption('Moved away or left school');
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('To the sea');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'End the mentorship' }).click();
  await expect(page.getByText('Reason for the end: Moved away or left school')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeFocused();
  await expect(tom.page.getByText('Chat & Video Disabled')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Take the end back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take the end back' }).click();
  await expect(page.getByRole('button', { name: 'End the mentorship' })).toBeVisible();
  await expect(tom.page.getByText('Chat & Video Disabled')).toHaveCount(0);
  await tom.send('Still here');

  await page.getByRole('region', { name: 'People' }).getByRole('link', { name: TOM, exact: true }).click();
  await expect(page.getByRole('heading', { name: TOM, level: 1 })).toBeVisible();
});

test('staff begin a mentorship by hand', async ({ sam }) => {
  const { page } = sam;
  await page.goto('/staff');
  await page.getByRole('link', { name: /without a mentor/ }).click();
  await page.getByRole('link', { name: 'Ines Duarte' }).click();
  await page.getByRole('button', { name: 'Begin a mentorship' }).click();
  const dialog = page.getByRole('dialog', { name: 'Begin a mentorship' });
  await dialog.getByRole('searchbox').fill('okafor');
  await dialog.getByRole('radio', { name: MAYA }).check();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Begin', exact: true }).click();
  await expect(page).toHaveURL(/\/staff\/mentorships\//);
  await expect(page.getByRole('heading', { name: MAYA, level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ines Duarte', exact: true })).toBeVisible();
});

test('two kinds of vetting are named, recorded one by one, and the mentor reads what is missing', async ({
  hub,
  maya,
  sam,
}) => {
  const { page } = sam;
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'coordinator', '--programme', 'riverside');
  const dialog = page.getByRole('dialog');
  await page.goto('/staff/programme');
  await page.getByRole('button', { name: 'Change: Required facts' }).click();
  await dialog.getByRole('checkbox', { name: 'Mentors need a valid vetting' }).check();
  await save(page);
  await page.getByRole('button', { name: 'Change: Kinds of vetting' }).click();
  await dialog.getByRole('button', { name: 'Add: Kinds of vetting' }).click();
  await dialog.getByRole('button', { name: 'Add: Kinds of vetting' }).click();
  await dialog.getByRole('textbox', { name: 'English' }).nth(1).fill('References');
  await expect(dialog.getByText('References: valid for 24 months.', { exact: false })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the form of kinds of vetting');
  await page.setViewportSize({ width: 1280, height: 900 });
  await save(page);

  await page.goto('/staff/people?role=mentor&vetting=references');
  await page.getByRole('link', { name: MAYA }).click();
  const kinds = page.getByRole('region', { name: 'Vetting' });
  await expect(kinds.getByText('References', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'kinds of vetting');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Record: References' }).click();
  await dialog.getByRole('textbox', { name: /^What did you check/ }).fill('Two letters, folder 4');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Withdraw: References' })).toBeVisible();
  await kinds.getByRole('button', { name: 'History: References' }).click();
  await expect(kinds.getByText('Two letters, folder 4')).toBeVisible();

  await maya.page.goto('/chat');
  await maya.page.getByRole('button', { name: 'Account of Maya' }).click();
  await maya.page.getByRole('button', { name: 'My Profile' }).click();
  await expect(maya.page.getByText('Your programme still needs this from you: Vetting.')).toBeVisible();
  expect(await violations(maya.page)).toEqual([]);
  await page.getByRole('button', { name: 'Record: Vetting' }).click();
  await dialog.getByLabel('Valid until (inclusive)').fill(dayIn(300));
  await dialog.getByRole('textbox', { name: /^What did you check/ }).fill('Certificate 0815');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Withdraw: Vetting' })).toBeVisible();
  await expect(page.getByText('Nothing that the programme asks for is missing.')).toBeVisible();
});

/** Saves a rule, and confirms whom it affects. */
async function save(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const confirm = dialog.getByRole('button', { name: 'Yes, change it' });
  await expect(confirm.or(page.getByText('Saved. It holds from now on.').last())).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(dialog).toBeHidden();
}
