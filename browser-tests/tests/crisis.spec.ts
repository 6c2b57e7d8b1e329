import { MAYA, TOM } from '../harness/actor';
import { expectAnnounced } from '../harness/announcements';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

test('crisis message shows helplines to its writer only', async ({ tom, maya, sam }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await tom.send("I can't go on");
  const card = tom.page.getByRole('region', { name: 'You are not alone' });
  await expect(card.getByRole('link', { name: 'Samaritans (everyone) 116 123' })).toBeVisible();
  await expectAnnounced(tom.page, 'Samaritans (everyone): 116 123');
  expect(await violations(tom.page)).toEqual([]);
  await expect(maya.message("I can't go on")).toHaveCount(1);

  await tom.send('Sorry');
  await expect(maya.message('Sorry')).toHaveCount(1);
  await expect(maya.page.getByRole('region', { name: 'You are not alone' })).toHaveCount(0);
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Close this card' }).click();
  await expect(card).toHaveCount(0);
  await expect(tom.composer).toBeFocused();

  await sam.page.goto('/staff/reports');
  await sam.page.getByRole('link', { name: 'Someone may need help' }).click();
  const alert = sam.page.getByRole('article', { name: 'Someone may need help' });
  await expect(alert).toContainText(TOM);
  await expect(alert).toContainText('Direct conversation');
  await expect(sam.page.getByText("I can't go on")).toHaveCount(0);
});
