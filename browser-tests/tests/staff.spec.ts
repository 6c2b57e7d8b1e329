import type { Locator } from '@playwright/test';
import type { Actor } from '../harness/actor';
import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { actionsFor, openMembers, report } from '../harness/report';
import { expect, test } from '../harness/test';

const card = (actor: Actor, title: string): Locator => actor.page.getByRole('article', { name: title });

async function openCase(actor: Actor, title: string): Promise<Locator> {
  await actor.page.getByRole('table').getByRole('link', { name: title }).click();
  await expect(card(actor, title)).toBeVisible();
  return card(actor, title);
}

const names = (actor: Actor): Locator => actor.page.getByRole('table').getByRole('rowheader');

test('person without messages is reported and case resolved', async ({ tom, sam }) => {
  await report(tom, CIRCLE, MAYA, 'every evening');
  await sam.page.goto('/');
  await sam.page.getByRole('link', { name: 'Staff', exact: true }).click();
  await sam.page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(sam.page).toHaveURL(/\/staff\/reports$/);
  await expect(sam.page.getByRole('row', { name: /Bullying or threats/ })).toContainText(`${MAYA}${TOM}`);
  await expect(sam.page.getByText('every evening')).toHaveCount(0);
  expect(await violations(sam.page)).toEqual([]);
  const open = await openCase(sam, 'Bullying or threats');
  for (const text of [MAYA, TOM, CIRCLE, 'every evening'])
    await expect(open.getByText(text, { exact: true })).toBeVisible();
  expect(await violations(sam.page)).toEqual([]);

  await open.getByRole('button', { name: 'Close …' }).click();
  const outcome = open.getByRole('combobox', { name: 'What became of it?' });
  await expect(outcome).toBeFocused();
  await outcome.selectOption('Talked to the people');
  await open.getByRole('textbox', { name: 'Note (optional)' }).fill('Spoke with both');
  await sam.page.getByRole('button', { name: 'Close report' }).click();
  await expect(open.getByText('Spoke with both')).toBeVisible();
  await expect(open.getByText(/^Closed by Sam/)).toBeVisible();
  await expect(sam.page.getByRole('heading', { name: 'Bullying or threats', level: 1 })).toBeFocused();

  await sam.page.getByRole('link', { name: 'Back to the reports' }).click();
  await expect(sam.page.getByText('No open reports')).toBeVisible();
  await sam.page.getByRole('link', { name: 'Closed' }).click();
  await openCase(sam, 'Bullying or threats');
  expect(await violations(sam.page)).toEqual([]);
  await open.getByRole('button', { name: 'Reopen' }).click();
  await open.getByRole('button', { name: 'Close …' }).click();
  await expect(open.getByRole('textbox')).toHaveValue('Spoke with both');
  await sam.page.goBack();
  await expect(sam.page.getByText('No closed reports yet')).toBeVisible();
});

test('report stops contact until staff allow it again', async ({ maya, tom, sam }) => {
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  await tom.page.locator('[data-members-toggle]').click();
  await actionsFor(tom, MAYA).click();
  await tom.page.getByRole('button', { name: `Report ${MAYA}` }).click();
  const dialog = tom.page.getByRole('dialog', { name: `Report ${MAYA}` });
  await dialog.getByRole('radio', { name: 'Bullying or threats' }).check();
  await expect(dialog.getByRole('checkbox', { name: `Stop contact with ${MAYA} now` })).toBeChecked();
  expect(await violations(tom.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  const sent = tom.page.getByRole('dialog', { name: 'Thank you. The team will look into it.' });
  await expect(sent.getByText(/can no longer write to or call each other/)).toBeVisible();
  expect(await violations(tom.page)).toEqual([]);
  await sent.getByRole('button', { name: 'Close' }).click();
  for (const actor of [maya, tom]) await expect(actor.page.getByText('Chat & Video Disabled')).toBeVisible();

  await sam.page.goto('/staff/reports');
  const open = await openCase(sam, 'Bullying or threats');
  await expect(open.getByText('No one is working on it yet.')).toBeVisible();
  await open.getByRole('button', { name: 'I’ll take it' }).click();
  await expect(open.getByText('Sam Whitfield is working on it.')).toBeVisible();
  expect(await violations(sam.page)).toEqual([]);
  await open.getByRole('button', { name: `Suspend ${MAYA}` }).click();
  const suspension = sam.page.getByRole('dialog', { name: `Suspend ${MAYA}` });
  await suspension.getByRole('textbox', { name: 'Why?' }).fill('Until we have spoken');
  expect(await violations(sam.page)).toEqual([]);
  await suspension.getByRole('button', { name: `Suspend ${MAYA}` }).click();
  await expect(open.getByText(`${MAYA} is suspended until you end it.`)).toBeVisible();
  await open.getByRole('button', { name: 'Allow contact again' }).click();
  await sam.page.getByRole('dialog').getByRole('button', { name: 'Allow contact again' }).click();
  await expect(open.getByRole('button', { name: 'Allow contact again' })).toHaveCount(0);
  await expect(tom.page.getByText('Chat & Video Disabled')).toBeVisible();
  await open.getByRole('button', { name: 'End the suspension' }).click();
  await sam.page.getByRole('dialog').getByRole('button', { name: 'End the suspension' }).click();
  for (const actor of [maya, tom]) await expect(actor.page.getByText('Chat & Video Disabled')).toHaveCount(0);
  await tom.send('We talked about it');
  await expect(maya.message('We talked about it')).toBeVisible();
});

test('crisis alert comes first; reading requires a reason', async ({ tom, sam }) => {
  await sam.page.goto('/staff');
  const work = sam.page.getByRole('heading', { level: 3 });
  await expect(work.first()).toContainText('without a mentor');
  await report(tom, CIRCLE, MAYA, '');
  await expect(work.first()).toHaveText('1 new report');
  await tom.openMessenger();
  await tom.channel('AI Assistant').click();
  await tom.send('i want to die');
  await expect(tom.message('This sounds serious')).toBeVisible();
  await expect(work).toContainText(['1 person may need help now', '1 new report', 'without a mentor']);
  await expect(sam.page.getByText(/^(15|14|13) min left$/)).toBeVisible();
  expect(await violations(sam.page)).toEqual([]);
  await sam.page.getByRole('link', { name: '1 person may need help now' }).click();
  await expect(names(sam)).toHaveCount(1);
  await sam.page.getByRole('link', { name: 'Reports' }).click();
  await expect(names(sam).first()).toContainText('Someone may need help');
  const alert = await openCase(sam, 'Someone may need help');
  await expect(alert.getByText(TOM, { exact: true })).toBeVisible();
  await expect(sam.page.getByText('i want to die')).toHaveCount(0);

  await alert.getByRole('button', { name: 'Read the conversation' }).click();
  const dialog = sam.page.getByRole('dialog', { name: 'Read the conversation' });
  await expect(dialog.getByRole('button', { name: 'Read', exact: true })).toBeDisabled();
  await dialog.getByRole('textbox').fill('To know how to help him');
  expect(await violations(sam.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'This is the message' })).toContainText(
    'i want to die',
  );
  expect(await violations(sam.page)).toEqual([]);
  await sam.page.keyboard.press('Escape');
  await expect(alert.getByRole('button', { name: 'Read the conversation' })).toBeFocused();
});

test('staff learn of a crisis on every page', async ({ tom, sam }) => {
  await sam.page.goto('/');
  await expect(sam.page.getByRole('heading', { name: 'Waiting for the programme team' })).toHaveCount(0);
  await tom.openMessenger();
  await tom.channel('AI Assistant').click();
  await tom.send('i want to die');
  const banner = sam.page.getByRole('region', { name: 'Waiting for the programme team' });
  await expect(banner).toContainText('1 crisis alert');
  await expect(banner).toContainText('oldest: now');
  expect(await violations(sam.page)).toEqual([]);
  await sam.page.goto('/moreinfo/faq');
  const badge = sam.page.getByRole('link', { name: 'Waiting for staff: 1 crisis alert' });
  await badge.click();
  await expect(sam.page).toHaveURL(/\/staff\/reports$/);

  const alert = await openCase(sam, 'Someone may need help');
  await alert.getByRole('button', { name: `Write to ${TOM}` }).click();
  await sam.send('I am here. May I call you?');
  await expect(tom.page.getByText('I am here. May I call you?').first()).toBeAttached();
});

test('typed text survives resolution by another staff member', async ({ tom, sam }) => {
  await report(tom, CIRCLE, MAYA, '');
  await sam.page.goto('/staff/reports');
  const own = await openCase(sam, 'Bullying or threats');
  const other = await sam.context.newPage();
  await other.goto(sam.page.url());
  await own.getByRole('button', { name: 'Close …' }).click();
  await own.getByRole('textbox').fill('My words');
  await own.getByRole('combobox').selectOption('Warned');
  await other.getByRole('button', { name: 'Close …' }).click();
  await other.getByRole('combobox', { name: 'What became of it?' }).selectOption('No cause for concern');
  await other.getByRole('button', { name: 'Close report' }).click();
  await expect(own.getByText(/^Closed by Sam/)).toBeVisible();
  await own.getByRole('button', { name: 'Close report' }).click();
  await expect(own.getByRole('alert')).toContainText('Someone else has closed this report');
  await expect(own.getByRole('textbox')).toHaveValue('My words');
  await own.getByRole('button', { name: 'Cancel' }).click();
  await expect(own.getByRole('button', { name: 'Reopen' })).toBeVisible();
});

test('staff find, export and close cases together', async ({ tom, sam }) => {
  await sam.page.goto('/staff/reports');
  await expect(sam.page.getByText('No open reports')).toBeVisible();
  await report(tom, CIRCLE, MAYA, 'first');
  await report(tom, CIRCLE, MAYA, 'second');
  await tom.openMessenger();
  await tom.channel('AI Assistant').click();
  await tom.send('i want to die');
  // The list learns of them by itself.
  await expect(names(sam)).toHaveCount(3);
  await expect(names(sam).first()).toContainText('Someone may need help');

  await sam.page.getByRole('searchbox', { name: 'Search by name' }).fill('maya');
  await expect(names(sam)).toHaveCount(2);
  await expect(sam.page).toHaveURL(/q=maya/);
  await sam.page.getByRole('searchbox').fill('');
  await expect(names(sam)).toHaveCount(3);

  await sam.page.getByRole('button', { name: 'Export' }).click();
  const save = sam.page.getByRole('dialog', { name: 'Export the list' });
  await save.getByRole('textbox').fill('For the school board');
  const [file] = await Promise.all([
    sam.page.waitForEvent('download'),
    save.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^cases-.*\.csv$/);

  await sam.page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  const selection = sam.page.getByRole('group', { name: 'Selection' });
  await expect(selection).toContainText('Selected: 3');
  await selection.getByRole('button', { name: 'Close the selected' }).click();
  const dialog = sam.page.getByRole('dialog', { name: 'Close the selected' });
  await dialog.getByRole('combobox', { name: 'What became of it?' }).selectOption('Talked to the people');
  await dialog.getByRole('textbox', { name: 'Note (optional)' }).fill('A joke; spoke with both');
  expect(await violations(sam.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close them' }).click();
  const result = sam.page.getByRole('region', { name: 'Close the selected' });
  await expect(result).toContainText('Done: 2 of 3');
  await result.getByText('Failed: 1').click();
  await expect(result.getByRole('listitem')).toContainText('Urgent: open it and decide on it alone.');
  await expect(names(sam)).toHaveCount(1);
  expect(await violations(sam.page)).toEqual([]);
  await result.getByRole('button', { name: 'Close', exact: true }).click();
  await sam.page.getByRole('link', { name: 'Closed' }).click();
  await expect(names(sam)).toHaveCount(2);
});

test('reports are for staff alone', async ({ tom }) => {
  await tom.page.goto('/staff/reports');
  await expect(tom.page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  await expect(tom.page.getByRole('link', { name: /^(Staff|Reports)$/ })).toHaveCount(0);
});

test('member is blocked from the list by keyboard', async ({ maya, tom }) => {
  await tom.openConversation(MAYA);
  await openMembers(maya, TOM);
  await expect(actionsFor(maya, MAYA)).toHaveCount(0);
  await actionsFor(maya, TOM).focus();
  await maya.page.keyboard.press('Enter');
  await expect(maya.page.getByRole('dialog', { name: `Actions for ${TOM}` })).toBeVisible();
  await maya.page.keyboard.press('ArrowDown');
  await maya.page.keyboard.press('ArrowDown');
  await maya.page.keyboard.press('Enter');
  const dialog = maya.page.getByRole('dialog', { name: `Block ${TOM}` });
  await expect(dialog).toContainText('will not be notified');
  expect(await violations(maya.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Block', exact: true }).press('Enter');
  await expect(maya.page.getByText(`${TOM} is blocked.`)).toBeVisible();
  await expect(tom.page.getByText('Messages cannot be sent in this conversation right now.')).toBeVisible();
  await actionsFor(maya, TOM).click();
  // The channel behind it offers the same.
  await maya.page
    .getByRole('dialog', { name: `Actions for ${TOM}` })
    .getByRole('button', { name: `Unblock ${TOM}` })
    .click();
  await expect(tom.composer).toBeVisible();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a person is reported from a sheet', async ({ tom }) => {
    await openMembers(tom, CIRCLE);
    const button = actionsFor(tom, MAYA);
    await button.tap();
    const sheet = tom.page.getByRole('dialog', { name: `Actions for ${MAYA}` });
    await sheet.getByRole('button', { name: `Report ${MAYA}` }).tap();
    await expect(tom.page.getByRole('dialog', { name: `Report ${MAYA}` })).toBeVisible();
  });
});

test('staff find mentorships by their people and contact', async ({ sam }) => {
  await sam.page.goto('/staff/mentorships?kind=pair');
  const table = sam.page.getByRole('table', { name: 'Mentorships' });
  await expect(table.getByRole('rowheader', { name: 'Maya Okafor with Tom Rivera' })).toBeVisible();
  await expect(table.getByRole('rowheader')).toHaveCount(1);
  expect(await violations(sam.page)).toEqual([]);
  await sam.page.getByRole('button', { name: 'Reset' }).click();
  await expect(table.getByRole('rowheader', { name: /^Tuesday circle with Maya Okafor/ })).toBeVisible();
  await sam.page.getByRole('searchbox', { name: 'Search by name, email or group' }).fill('kowalczyk');
  await expect(table.getByRole('rowheader')).toHaveText([/Tuesday circle/]);
  await sam.page.goto('/staff/mentorships?contact=silent');
  await expect(sam.page.getByText('Nothing matches')).toBeVisible();
  expect(await violations(sam.page)).toEqual([]);
});

test('staff see recording states without any content', async ({ sam }) => {
  await sam.page.goto('/staff/reports?list=recordings');
  await expect(sam.page).toHaveURL(/\/staff\/recordings$/);
  const table = sam.page.getByRole('table', { name: 'Recordings' });
  await expect(table.getByRole('row', { name: /Summary and transcript are ready/ }).first()).toBeVisible();
  await expect(table.getByRole('row', { name: /The transcript could not be created/ })).toBeVisible();
  await expect(table.getByRole('link')).toHaveCount(0);
  expect(await violations(sam.page)).toEqual([]);
});
