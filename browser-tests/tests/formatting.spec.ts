import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { picture, textFile } from '../harness/picture';
import { expect, test } from '../harness/test';

test('formatting shows while typing and in the message', async ({ maya, tom }) => {
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  const { composer } = maya;
  await composer.pressSequentially('Buy **two** things:');
  await composer.press('Shift+Enter');
  await composer.pressSequentially('- `milk`');
  await composer.press('Shift+Enter');
  await composer.pressSequentially('_bread_ <b>now</b>');
  await expect(composer).toHaveValue('Buy **two** things:\n- `milk`\n- _bread_ <b>now</b>');
  await expect(maya.page.locator('form mark')).toHaveText(['**two**', '`milk`', '_bread_']);
  await composer.press('Enter');
  const message = tom.page.getByRole('article').last();
  await expect(message.getByRole('listitem')).toHaveText(['milk', 'bread <b>now</b>']);
  await expect(message.locator('strong')).toHaveText('two');
  await expect(message).toHaveAccessibleName(/: Buy two things: • milk • bread <b>now<\/b>$/);
  await expect(tom.channel(MAYA)).toContainText('Buy two things: • milk');
  expect(await violations(tom.page)).toEqual([]);
});

test('long message folds and opens', async ({ maya }) => {
  await maya.openConversation(TOM);
  const lines = Array.from({ length: 40 }, (_, index) => `Line ${index + 1}`);
  await maya.send(lines.join('\n'));
  const message = maya.page.getByRole('article').last();
  const height = async () => (await message.boundingBox())?.height ?? 0;
  const more = message.getByRole('button', { name: 'Show more' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  const folded = await height();
  await more.click();
  await expect(message.getByRole('button', { name: 'Show less' })).toBeVisible();
  await expect.poll(height).toBeGreaterThan(2 * folded);
});

test('several files become messages in their order', async ({ maya, tom }) => {
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  const { page } = maya;
  const files = [picture('large.png', 1600, 1200), textFile('second.txt', 20), textFile('third.txt', 20)];
  await page.getByLabel('Choose a file').setInputFiles(files);
  await expect(page.getByRole('region', { name: 'Selected file 3 of 3' })).toBeVisible();
  await maya.send('All three');
  const names = tom.page.getByRole('article', { name: /large\.png|second\.txt|third\.txt/ });
  await expect(names).toHaveCount(3);
  const labels = await names.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  expect(labels.map((label) => label.replace(/^.*?: /u, ''))).toEqual([
    'All three, large.png',
    'second.txt',
    'third.txt',
  ]);
});

test('members and calls are a table on chat page', async ({ tom }) => {
  const { page } = tom;
  await page.goto('/chat');
  await tom.choose(CIRCLE);
  await page.getByRole('button', { name: /members$/ }).click();
  const panel = page.getByRole('region', { name: 'Members and history' });
  await expect(panel.getByRole('button', { name: 'View Members' })).toHaveCount(0);
  await expect(panel.getByRole('list').first()).toBeVisible();
  await expect(panel.getByText('No Meeting History available').or(panel.getByRole('table'))).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(panel.getByRole('button', { name: 'View Members' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'View Summary & Transcript' })).toBeVisible();
});
