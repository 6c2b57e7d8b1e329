import type { Page } from '@playwright/test';
import { type Actor, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { accept, call, chip, consent, ring, stage, tool } from '../harness/call';
import { Hub } from '../harness/hub';
import { Jitsi } from '../harness/jitsi';
import { test as base, expect } from '../harness/test';

const test = base.extend<{ jitsi: Jitsi }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  jitsi: async ({}, use) => {
    const jitsi = await Jitsi.start();
    await use(jitsi);
    expect(jitsi.mistakes).toEqual([]);
    await jitsi.remove();
  },
  hub: async ({ jitsi }, use) => {
    const hub = await Hub.start({
      MENTORHUB_CALLS_JITSI_URL: jitsi.url,
      MENTORHUB_CALLS_JITSI_APP_ID: 'mentorhub',
      MENTORHUB_CALLS_JITSI_SECRET: 'a-secret-that-is-long-enough-for-hs256',
    });
    await use(hub);
    await hub.remove();
  },
});

const frame = (page: Page) => page.frameLocator('iframe[name^="jitsi"]');
const inMeeting = ({ page }: Actor) =>
  expect(frame(page).getByText(/^(In the meeting|Recording|Not recording)/));

async function meet(maya: Actor, tom: Actor, answers: { maya: 'Yes' | 'No'; tom: 'Yes' | 'No' }) {
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya, answers.maya);
  await inMeeting(maya).toBeVisible();
  await accept(tom, answers.tom);
  await inMeeting(tom).toBeVisible();
}

test('two meet, and it is recorded while both say Yes', async ({ maya, tom, jitsi }) => {
  await meet(maya, tom, { maya: 'Yes', tom: 'No' });
  expect(jitsi.tokens.map(({ room }) => room)).toHaveLength(2);
  await expect(chip(maya)).toHaveText(`Not recorded: ${TOM} said No`);
  await expect(chip(tom)).toHaveText('Not recorded: You said No');
  await expect(frame(tom.page).getByRole('listitem')).toHaveCount(1);

  await chip(tom).click();
  const dialog = tom.page.getByRole('dialog', { name: 'Recording' });
  await dialog.getByRole('button', { name: 'Say Yes' }).click();
  await tom.page.keyboard.press('Escape');
  await expect(chip(maya)).toHaveText('Recording: everyone said Yes');
  await expect(frame(maya.page).getByText('Recording', { exact: true })).toBeVisible();
  await expect(frame(tom.page).getByText('Recording', { exact: true })).toBeVisible();

  await chip(tom).click();
  await dialog.getByRole('button', { name: 'Take my Yes back' }).click();
  await expect(frame(maya.page).getByText('Not recording')).toBeVisible();
  await expect(chip(maya)).toHaveText(`Not recorded: ${TOM} said No`);
  await tom.page.keyboard.press('Escape');

  // Nobody records against the rule, whatever buttons there are.
  await frame(maya.page).getByRole('button', { name: 'Record anyway' }).click();
  await expect(frame(maya.page).getByText('Not recording')).toBeVisible();
});

test('a mentee begins the call, and a mentor who thinks again records it', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await call(tom);
  await consent(tom);
  await inMeeting(tom).toBeVisible();
  await expect(chip(tom)).toHaveText('Not recorded: no mentor is in the call');
  await accept(maya, 'No');
  await inMeeting(maya).toBeVisible();
  await expect(chip(tom)).toHaveText(`Not recorded: ${MAYA} said No`);

  await chip(maya).click();
  await maya.page.getByRole('button', { name: 'Say Yes' }).click();
  await maya.page.keyboard.press('Escape');
  for (const actor of [maya, tom]) {
    await expect(frame(actor.page).getByText('Recording', { exact: true })).toBeVisible();
    await expect(chip(actor)).toHaveText('Recording: everyone said Yes');
  }
  // Without her nobody can end it; what was recorded after a No is deleted, and the page says no more than that.
  await maya.page.getByRole('button', { name: 'Chat', exact: true }).click();
  await tool(maya, 'Hang up').click();
  await expect(stage(maya)).toHaveCount(0);
  await chip(tom).click();
  await tom.page.getByRole('button', { name: 'Take my Yes back' }).click();
  await tom.page.keyboard.press('Escape');
  await expect(chip(tom)).toHaveText('Still recording: it will be stopped or deleted');
});

test('who gives up a call that Jitsi does not hold lets nobody ring on', async ({ maya, tom, jitsi }) => {
  await tom.openMessenger();
  jitsi.isDown = true;
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await expect(ring(tom)).toBeVisible();
  await stage(maya).getByRole('button', { name: 'Leave the call' }).click();
  await expect(ring(tom)).toHaveCount(0);
  await tom.choose(MAYA);
  await expect(tom.page.getByText('This call has ended')).toBeVisible();
});

test('the whole screen ends with the call', async ({ maya, tom }) => {
  await meet(maya, tom, { maya: 'Yes', tom: 'Yes' });
  await tool(tom, 'Full screen').click();
  await expect(tool(tom, 'Leave full screen')).toBeVisible();
  await frame(tom.page).getByRole('button', { name: 'Leave the meeting' }).click();
  await expect.poll(() => tom.page.evaluate(() => document.fullscreenElement)).toBeNull();
  await tool(tom, 'Join again').click();
  await inMeeting(tom).toBeVisible();
  await expect(tool(tom, 'Full screen')).toBeVisible();
});

test('the meeting goes on beside the chat, and ends inside or outside of it', async ({ maya, tom }) => {
  await meet(maya, tom, { maya: 'Yes', tom: 'Yes' });
  await tom.page.evaluate(() => {
    const frames = document.querySelectorAll('iframe');
    for (const one of frames) one.dataset.first = '';
  });
  await expect(chip(tom)).toBeVisible();
  await tom.page.getByRole('button', { name: 'Chat', exact: true }).click();
  await tom.choose(MAYA);
  await tom.send('Said beside the call');
  // The very same frame: one that moves begins anew.
  await expect(tom.page.locator('iframe[data-first]')).toBeVisible();
  await inMeeting(tom).toBeVisible();
  await tool(tom, 'Back to the call').click();
  await expect(tom.page.locator('iframe[data-first]')).toBeVisible();

  await frame(tom.page).getByRole('button', { name: 'Leave the meeting' }).click();
  await expect(stage(tom).getByRole('heading', { name: 'Call ended' })).toBeVisible();
  await expect(tom.page.locator('iframe')).toHaveCount(0);

  await maya.page.getByRole('button', { name: 'Chat', exact: true }).click();
  await tool(maya, 'Hang up').click();
  await expect(stage(maya)).toHaveCount(0);
  await expect(maya.page.locator('iframe')).toHaveCount(0);
});

test('a Jitsi that does not answer is said, tried again, and left', async ({ maya, jitsi }) => {
  jitsi.isDown = true;
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await expect(stage(maya).getByText('The video service does not answer')).toBeVisible();
  expect(await violations(maya.page)).toEqual([]);
  await stage(maya).getByRole('button', { name: 'Try again' }).click();
  await expect(stage(maya).getByText('The video service does not answer')).toBeVisible();
  jitsi.isDown = false;
  await stage(maya).getByRole('button', { name: 'Try again' }).click();
  await inMeeting(maya).toBeVisible();
});

test('who may only read from now on is out of the meeting at once', async ({ maya, tom }) => {
  await meet(maya, tom, { maya: 'Yes', tom: 'Yes' });
  await tom.page.route('**/api/v2/chat/channels/', async (route) => {
    const response = await route.fetch();
    const channels = (await response.json()) as { membership: string }[];
    for (const channel of channels) channel.membership = 'inactive';
    await route.fulfill({ response, json: channels });
  });
  // Whatever is told of the call makes the page look at its conversations.
  await chip(maya).click();
  await maya.page.getByRole('button', { name: 'Take my Yes back' }).click();
  await expect(stage(tom).getByRole('heading', { name: 'Call ended' })).toBeVisible();
  await expect(stage(tom)).toContainText('Only active members of the conversation can be in its calls.');
  await expect(tool(tom, 'Join again')).toHaveCount(0);
  await expect(tom.page.locator('iframe')).toHaveCount(0);
});
