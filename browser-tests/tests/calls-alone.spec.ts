import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import {
  accept,
  call,
  consent,
  devicesInUse,
  expectMoving,
  ring,
  stage,
  tile,
  tool,
  watchDevices,
} from '../harness/call';
import { expect, test } from '../harness/test';

test('unanswered call ends and can be repeated', async ({ maya, tom }) => {
  await watchDevices(maya);
  await maya.page.clock.install();
  await tom.openMessenger();
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await expect(stage(maya).getByText(`Calling ${TOM} …`)).toBeVisible();
  await expect(ring(tom)).toBeVisible();
  await maya.page.clock.fastForward(45_000);
  await expect(stage(maya).getByRole('heading', { name: 'No answer' })).toBeVisible();
  expect(await devicesInUse(maya)).toBe(0);
  expect(await violations(maya.page)).toEqual([]);
  await expect(ring(tom)).toHaveCount(0);
  await expect(tom.channel(MAYA)).toContainText('Missed video call');

  await tool(maya, 'Call again').click();
  await consent(maya);
  await expect(ring(tom)).toContainText(`${MAYA} is calling you`);
  await tool(maya, 'Hang up').click();
  await tool(maya, 'Send a message').click();
  await expect(maya.composer).toBeVisible();
  // Each attempt is in the chat, on both sides.
  await expect(maya.page.getByRole('button', { name: 'Call again' })).toHaveCount(2);
  await tom.choose(MAYA);
  await tom.page.getByRole('button', { name: 'Call back' }).last().click();
  await expect(ring(maya)).toContainText(`${TOM} is calling you`);
});

test('last one left in a group is asked', async ({ maya, tom }) => {
  await maya.page.clock.install();
  await tom.openMessenger();
  await maya.openConversation(CIRCLE);
  await call(maya);
  await consent(maya);
  await accept(tom);
  await expectMoving(tile(maya, TOM));
  await tool(tom, 'Hang up').click();
  await expect(tile(maya, TOM)).toHaveCount(0);
  // The connection ends first; the time alone begins when the call says that he left.
  await expect(stage(maya).getByText('The others have left.')).toBeVisible();
  await maya.page.clock.fastForward(30_000);
  const question = stage(maya).getByRole('region', { name: 'You are the only one left in the call.' });
  await expect(question).toBeVisible();
  expect(await violations(maya.page)).toEqual([]);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);

  // Who returns and leaves again brings the question back.
  await tool(tom, 'Join again').click();
  await consent(tom);
  await expectMoving(tile(maya, TOM));
  await tool(tom, 'Hang up').click();
  await expect(stage(maya).getByText('The others have left.')).toBeVisible();
  await maya.page.clock.fastForward(30_000);
  await question.getByRole('button', { name: 'End the call' }).click();
  await expect(stage(maya).getByRole('heading', { name: 'Call ended' })).toBeVisible();
});
