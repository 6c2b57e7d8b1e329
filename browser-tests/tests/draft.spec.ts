import { CIRCLE, TOM } from '../harness/actor';
import { expect, test } from '../harness/test';

test('draft stays with its channel after a reload', async ({ maya }) => {
  await maya.openConversation(TOM);
  await maya.composer.fill('About your sound desk:');
  await maya.choose(CIRCLE);
  await expect(maya.composer).toHaveValue('');
  await maya.composer.fill('Dear both,\nnext week');

  await maya.page.reload();
  await maya.choose(TOM);
  await expect(maya.composer).toHaveValue('About your sound desk:');
  await maya.choose(CIRCLE);
  await expect(maya.composer).toHaveValue('Dear both,\nnext week');
});

test('a sent message leaves no draft behind', async ({ maya }) => {
  await maya.openConversation(TOM);
  await maya.send('Short and sent');
  await expect(maya.sent('Short and sent')).toHaveCount(1);
  await maya.page.reload();
  await maya.choose(TOM);
  await expect(maya.composer).toHaveValue('');
});
