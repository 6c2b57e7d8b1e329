import { MAYA, TOM } from '../harness/actor';
import { expectAnnounced } from '../harness/announcements';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const SNAP = 'add me on snap, do not tell your mum';

test('writer is asked first, and a lead reads what was sent with a reason', async ({ tom, maya, sam }) => {
  await tom.page.setViewportSize({ width: 390, height: 844 });
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await tom.send(SNAP);
  const card = tom.page.getByRole('group', { name: 'One moment before you send this' });
  await expect(card).toContainText('your programme team will see it too');
  await expectAnnounced(tom.page, 'One moment before you send this');
  await expect(tom.composer).toHaveValue(SNAP);
  expect(await violations(tom.page)).toEqual([]);
  await card.getByRole('button', { name: 'Change it' }).click();
  await expect(tom.composer).toBeFocused();

  // The text outlives a reload.
  await tom.page.reload();
  await expect(tom.composer).toHaveValue(SNAP);
  await tom.composer.fill('See you on Tuesday');
  await tom.composer.press('Enter');
  await expect(maya.message('See you on Tuesday')).toHaveCount(1);
  await expect(card).toHaveCount(0);

  await tom.send(SNAP);
  await card.getByRole('button', { name: 'Send anyway' }).click();
  await expect(maya.message(SNAP)).toHaveCount(1);
  await expect(maya.page.getByText('One moment before')).toHaveCount(0);

  await sam.page.goto('/staff/reports?kind=secrecy');
  await sam.page.getByRole('link', { name: 'Asked to keep something secret' }).click();
  const alert = sam.page.getByRole('article', { name: 'Asked to keep something secret' });
  await expect(alert).toContainText(
    'Warned 2 times in this conversation in the last 30 days, sent once all the same',
  );
  await expect(sam.page.getByText(SNAP)).toHaveCount(0);
  expect(await violations(sam.page)).toEqual([]);
  await alert.getByRole('button', { name: 'Read the conversation' }).click();
  const dialog = sam.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('To talk to both of them');
  await dialog.getByRole('button', { name: 'Read' }).click();
  await expect(dialog.getByText(SNAP)).toBeVisible();
});
