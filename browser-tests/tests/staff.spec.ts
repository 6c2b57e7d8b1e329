import type { Locator } from '@playwright/test';
import type { Actor } from '../harness/actor';
import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

async function openMembers(actor: Actor, channel: string): Promise<void> {
  await actor.openConversation(channel);
  await actor.page.locator('[data-members-toggle]').click();
}

const actionsFor = (actor: Actor, name: string): Locator =>
  actor.page.getByRole('button', { name: `Actions for ${name}` });

async function report(actor: Actor, channel: string, name: string, details: string): Promise<void> {
  await openMembers(actor, channel);
  await actionsFor(actor, name).click();
  await actor.page.getByRole('button', { name: `Report ${name}` }).click();
  const dialog = actor.page.getByRole('dialog', { name: `Report ${name}` });
  await dialog.getByRole('radio', { name: 'Bullying or threats' }).check();
  await dialog.getByRole('textbox').fill(details);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(actor.page.getByText('Thank you. Staff have been told.')).toBeVisible();
}

const card = (actor: Actor, title: string): Locator => actor.page.getByRole('article', { name: title });

test('a person is reported without a message, and staff look after it', async ({ tom, sam }) => {
  await report(tom, CIRCLE, MAYA, 'every evening');
  await sam.page.goto('/');
  await sam.page.getByRole('link', { name: 'Reports' }).click();
  await expect(sam.page).toHaveURL(/\/staff\/reports$/);
  const open = card(sam, 'Bullying or threats');
  for (const told of [MAYA, TOM, CIRCLE, 'every evening']) await expect(open.getByText(told)).toBeVisible();
  expect(await violations(sam.page)).toEqual([]);

  await open.getByRole('button', { name: 'Close …' }).click();
  await expect(open.getByRole('textbox', { name: 'What came of it?' })).toBeFocused();
  await sam.page.keyboard.type('Spoke with both');
  await sam.page.getByRole('button', { name: 'Close report' }).click();
  await expect(sam.page.getByText('Nothing is waiting')).toBeVisible();
  await expect(sam.page.getByRole('heading', { name: 'Reports', level: 1 })).toBeFocused();

  await sam.page.getByRole('link', { name: 'Closed' }).click();
  await expect(open.getByText('Spoke with both')).toBeVisible();
  await expect(open.getByText(/^Closed by Sam/)).toBeVisible();
  expect(await violations(sam.page)).toEqual([]);
  await open.getByRole('button', { name: 'Open again' }).click();
  await expect(sam.page.getByText('Nothing was closed yet')).toBeVisible();
  await sam.page.goBack();
  await open.getByRole('button', { name: 'Close …' }).click();
  await expect(open.getByRole('textbox')).toHaveValue('Spoke with both');
});

test('a cry for help comes first, and its conversation is read with a reason', async ({ tom, sam }) => {
  await report(tom, CIRCLE, MAYA, '');
  await tom.openMessenger();
  await tom.channel('AI Assistant').click();
  await tom.send('i want to die');
  await expect(tom.message('This sounds serious')).toBeVisible();
  await sam.page.goto('/staff/reports');
  const cry = card(sam, 'Somebody may need help');
  await expect(sam.page.getByRole('article').first()).toHaveAccessibleName('Somebody may need help');
  await expect(cry.getByText(TOM)).toBeVisible();
  await expect(sam.page.getByText('i want to die')).toHaveCount(0);

  await cry.getByRole('button', { name: 'Read the conversation' }).click();
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
  await expect(cry.getByRole('button', { name: 'Read the conversation' })).toBeFocused();
});

test('what was written stays when somebody else was faster', async ({ tom, sam }) => {
  await report(tom, CIRCLE, MAYA, '');
  await sam.page.goto('/staff/reports');
  const other = await sam.context.newPage();
  await other.goto('/staff/reports');
  await sam.page.getByRole('button', { name: 'Close …' }).click();
  await sam.page.getByRole('textbox').fill('My words');
  await other.getByRole('button', { name: 'Close …' }).click();
  await other.getByRole('button', { name: 'Close report' }).click();
  await expect(other.getByText('Nothing is waiting')).toBeVisible();
  await sam.page.getByRole('button', { name: 'Close report' }).click();
  await expect(sam.page.getByRole('alert')).toContainText('Somebody else has closed it');
  await expect(sam.page.getByRole('textbox')).toHaveValue('My words');
  await sam.page.getByRole('button', { name: 'Cancel' }).click();
  await expect(sam.page.getByText('Nothing is waiting')).toBeVisible();
});

test('reports are for staff alone', async ({ tom }) => {
  await tom.page.goto('/staff/reports');
  // Where somebody lands who has no business here; `/` is only on the way there.
  await expect(tom.page).toHaveURL(/\/learninghub$/);
  await expect(tom.page.getByRole('link', { name: 'Reports' })).toHaveCount(0);
});

test('somebody is blocked from the list of members, by keyboard', async ({ maya, tom }) => {
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
  await expect(dialog).toContainText('is not told');
  expect(await violations(maya.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Block', exact: true }).press('Enter');
  await expect(maya.page.getByText(`${TOM} is blocked.`)).toBeVisible();
  await expect(tom.page.getByText('Messages cannot be sent in this conversation right now.')).toBeVisible();
  await actionsFor(maya, TOM).click();
  // The conversation behind it offers the same.
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

test('staff see what became of recordings, and nothing of what was said', async ({ sam }) => {
  await sam.page.goto('/staff/reports');
  await sam.page.getByRole('link', { name: 'Recordings' }).click();
  const table = sam.page.getByRole('table', { name: 'Recordings' });
  await expect(table.getByRole('row', { name: /Summary and transcript are ready/ }).first()).toBeVisible();
  await expect(table.getByRole('row', { name: /The transcript could not be made/ })).toBeVisible();
  await expect(table.getByRole('link')).toHaveCount(0);
  expect(await violations(sam.page)).toEqual([]);
});
