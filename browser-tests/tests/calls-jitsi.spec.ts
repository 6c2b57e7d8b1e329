import type { Page } from '@playwright/test';
import { type Actor, CIRCLE, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { accept, call, chip, consent, ring, stage, tool } from '../harness/call';
import { answerTo } from '../harness/http';
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

test('two participants meet and consent starts the recording', async ({ maya, tom, jitsi }) => {
  await meet(maya, tom, { maya: 'Yes', tom: 'No' });
  expect(jitsi.tokens.map(({ room }) => room)).toHaveLength(2);
  await expect(chip(maya)).toHaveText(`Not recorded: ${TOM} said No`);
  await expect(chip(tom)).toHaveText('Not recorded: You said No');
  await expect(frame(tom.page).getByRole('listitem')).toHaveCount(1);

  await chip(tom).click();
  const dialog = tom.page.getByRole('dialog', { name: 'Recording' });
  await dialog.getByRole('button', { name: 'Change my answer to Yes' }).click();
  await tom.page.keyboard.press('Escape');
  await expect(chip(maya)).toHaveText('Recording: everyone said Yes');
  await expect(frame(maya.page).getByText('Recording', { exact: true })).toBeVisible();
  await expect(frame(tom.page).getByText('Recording', { exact: true })).toBeVisible();

  await chip(tom).click();
  await dialog.getByRole('button', { name: 'Change my answer to No' }).click();
  await expect(frame(maya.page).getByText('Not recording')).toBeVisible();
  await expect(chip(maya)).toHaveText(`Not recorded: ${TOM} said No`);
  await tom.page.keyboard.press('Escape');

  // The server's rule decides about recording, not Jitsi's buttons.
  await frame(maya.page).getByRole('button', { name: 'Record anyway' }).click();
  await expect(frame(maya.page).getByText('Not recording')).toBeVisible();
});

test('mentee records alone; mentor stops and resumes it', async ({ maya, tom }) => {
  await maya.openConversation(CIRCLE);
  await tom.openConversation(CIRCLE);
  await call(tom);
  await expect(stage(tom)).toContainText('It runs only while everyone in the call has said Yes.');
  await consent(tom);
  // The programme of the demo lets mentees record.
  await expect(frame(tom.page).getByText('Recording', { exact: true })).toBeVisible();
  await expect(chip(tom)).toHaveText('Recording: everyone said Yes');
  await accept(maya, 'No');
  await expect(frame(maya.page).getByText('Not recording')).toBeVisible();
  await expect(chip(tom)).toHaveText(`Not recorded: ${MAYA} said No`);

  await chip(maya).click();
  await maya.page.getByRole('button', { name: 'Change my answer to Yes' }).click();
  await maya.page.keyboard.press('Escape');
  for (const actor of [maya, tom]) {
    await expect(frame(actor.page).getByText('Recording', { exact: true })).toBeVisible();
    await expect(chip(actor)).toHaveText('Recording: everyone said Yes');
  }
  // The recording goes on without her, and stops with his answer.
  await maya.page.getByRole('button', { name: 'Chat', exact: true }).click();
  await tool(maya, 'Hang up').click();
  await expect(stage(maya)).toHaveCount(0);
  await chip(tom).click();
  await tom.page.getByRole('button', { name: 'Change my answer to No' }).click();
  await tom.page.keyboard.press('Escape');
  await expect(frame(tom.page).getByText('Not recording')).toBeVisible();
});

test('leaving an unstarted Jitsi call stops the ringing', async ({ maya, tom, jitsi }) => {
  await tom.openMessenger();
  jitsi.isDown = true;
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await expect(ring(tom)).toBeVisible();
  await stage(maya).getByRole('button', { name: 'Leave the call' }).click();
  await expect(ring(tom)).toHaveCount(0);
  await tom.choose(MAYA);
  await expect(tom.page.getByText('Missed video call').last()).toBeVisible();
});

test('the whole screen ends with the call', async ({ maya, tom }) => {
  await meet(maya, tom, { maya: 'Yes', tom: 'Yes' });
  await tool(tom, 'Full screen').click();
  await expect(tool(tom, 'Leave full screen')).toBeVisible();
  await frame(tom.page).getByRole('button', { name: 'Leave the meeting' }).click();
  await expect.poll(() => tom.page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(stage(maya).getByRole('heading', { name: `${TOM} left the call` })).toBeVisible();
  await expect(maya.page.locator('iframe')).toHaveCount(0);
  await tool(tom, 'Join again').click();
  await consent(tom);
  await inMeeting(tom).toBeVisible();
  await expect(tool(tom, 'Full screen')).toBeVisible();
});

test('Jitsi call continues beside chat until ended', async ({ maya, tom }) => {
  await meet(maya, tom, { maya: 'Yes', tom: 'Yes' });
  await tom.page.evaluate(() => {
    const frames = document.querySelectorAll('iframe');
    for (const one of frames) one.dataset.first = '';
  });
  await expect(chip(tom)).toBeVisible();
  await tom.page.getByRole('button', { name: 'Chat', exact: true }).click();
  await tom.choose(MAYA);
  await tom.send('Said beside the call');
  // The same iframe: moving it in the document would reload it.
  await expect(tom.page.locator('iframe[data-first]')).toBeVisible();
  await inMeeting(tom).toBeVisible();
  await tool(tom, 'Back to the call').click();
  await expect(tom.page.locator('iframe[data-first]')).toBeVisible();

  await frame(tom.page).getByRole('button', { name: 'Leave the meeting' }).click();
  await expect(stage(tom).getByRole('heading', { name: 'Call ended' })).toBeVisible();
  await expect(tom.page.locator('iframe')).toHaveCount(0);

  await expect(stage(maya).getByRole('heading', { name: `${TOM} left the call` })).toBeVisible();
  await expect(maya.page.locator('iframe')).toHaveCount(0);
});

test('Jitsi call continues through the full-screen messenger', async ({ maya, tom }) => {
  await meet(maya, tom, { maya: 'Yes', tom: 'Yes' });
  await maya.page.evaluate(() => {
    for (const one of document.querySelectorAll('iframe')) one.dataset.first = '';
  });
  const first = maya.page.locator('iframe[data-first]');
  // `openConversation` loads the messenger alone; its way back opens another tab during a call.
  const other = maya.page.waitForEvent('popup');
  await maya.page.getByRole('link', { name: 'Leave full screen' }).click();
  const app = await other;
  await expect(app).toHaveURL(/\/chat$/);
  await expect(first).toBeVisible();
  await inMeeting(maya).toBeVisible();
  await app.close();
});

test('unreachable Jitsi shows error and can be retried', async ({ maya, jitsi }) => {
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

test('deactivated member leaves the Jitsi call at once', async ({ maya, tom }) => {
  await meet(maya, tom, { maya: 'Yes', tom: 'Yes' });
  let deactivate = () => {};
  const deactivated = new Promise<void>((resolve) => {
    deactivate = resolve;
  });
  await tom.page.route('**/api/v2/chat/channels/', async (route) => {
    // A late event of the call's begin also refreshes the list.
    await deactivated;
    const response = await answerTo(route);
    const channels = (await response.json()) as { membership: string }[];
    for (const channel of channels) channel.membership = 'inactive';
    await route.fulfill({ response, json: channels });
  });
  // Every call event refreshes the channel list.
  await chip(maya).click();
  await maya.page.getByRole('button', { name: 'Change my answer to No' }).click();
  deactivate();
  await expect(stage(tom).getByRole('heading', { name: 'Call ended' })).toBeVisible();
  await expect(stage(tom)).toContainText('Only active members of this conversation can join its calls.');
  await expect(tool(tom, 'Join again')).toHaveCount(0);
  await expect(tom.page.locator('iframe')).toHaveCount(0);
});
