import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { expectAnnounced } from '../harness/announcements';
import {
  accept,
  call,
  chip,
  consent,
  cuttableSocket,
  devicesInUse,
  expectMoving,
  ring,
  stage,
  tile,
  tool,
  watchDevices,
} from '../harness/call';
import { answerTo } from '../harness/http';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

const ANA = 'Ana Kowalczyk';

test('two people complete call from ring to history', async ({ maya, tom }) => {
  await watchDevices(maya);
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await tom.composer.fill('half a thought');

  await call(maya);
  await consent(maya);
  await expect(stage(maya).getByText(`Calling ${TOM} …`)).toBeVisible();

  // Typing continues, although the call rings.
  await expect(ring(tom)).toContainText(`${MAYA} is calling you`);
  await expect(tom.composer).toBeFocused();
  await accept(tom, 'No');
  await expectMoving(tile(maya, TOM));
  await expectMoving(tile(tom, MAYA));
  await expect(chip(maya)).toHaveText('Not recorded');

  await tool(tom, 'Turn the microphone off').click();
  await expect(tile(maya, TOM).getByRole('img', { name: 'Microphone off' })).toBeVisible();
  await tom.page.keyboard.press('Alt+M');
  await expect(tile(maya, TOM).getByRole('img', { name: 'Microphone off' })).toHaveCount(0);
  await tool(tom, 'Turn the camera off').click();
  await expect(tile(maya, TOM).locator('video')).toBeHidden();
  await tool(tom, 'Turn the camera on').click();
  await expectMoving(tile(maya, TOM));

  await expect(stage(maya).getByRole('timer')).toHaveText(/^\d+:\d\d$/);
  await tool(tom, 'Hang up').click();
  await expect(stage(tom).getByRole('heading', { name: 'Call ended' })).toBeVisible();
  await expect(stage(tom).getByText(/^Duration: \d+:\d\d$/)).toBeVisible();
  // It ends for the other one, too: camera and microphone are off, and nothing starts again without a press.
  await expect(stage(maya).getByRole('heading', { name: `${TOM} left the call` })).toBeVisible();
  await expectAnnounced(maya.page, `${TOM} left the call`);
  await expect(tile(maya, TOM)).toHaveCount(0);
  expect(await devicesInUse(maya)).toBe(0);
  await expect(stage(maya)).toBeFocused();

  // Beside the chat, no window of the ended call remains.
  await tom.page.getByRole('button', { name: 'Chat', exact: true }).click();
  await expect(stage(tom)).toHaveCount(0);
  await expect(tom.channel(MAYA).getByRole('img', { name: 'Video call in progress' })).toHaveCount(0);
  await tom.choose(MAYA);
  await expect(tom.page.getByText(/^\d+:\d\d · Open until/)).toBeVisible();

  // The invitation leads into the same room; the new call asks anew.
  await tom.page.getByRole('button', { name: 'Join', exact: true }).click();
  await consent(tom);
  await expect(stage(tom).getByText('Your call will begin soon')).toBeVisible();
  await expect(stage(maya).getByText('The call is running again.')).toBeVisible();
  await tool(maya, 'Join again').click();
  await consent(maya);
  await expectMoving(tile(maya, TOM));
  await tool(maya, 'Hang up').click();
  await expect(stage(tom).getByRole('heading', { name: `${MAYA} left the call` })).toBeVisible();

  await stage(tom).getByRole('button', { name: 'Go to chat' }).click();
  await tom.choose(MAYA);
  await expect(tom.composer).toHaveValue('half a thought');
});

test('call continues in a small window beside chat', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await call(maya);
  await consent(maya);
  await accept(tom);
  await expectMoving(tile(tom, MAYA));

  await tool(tom, 'Read the chat during the call').click();
  await tom.choose(MAYA);
  await expectMoving(tile(tom, MAYA));
  await tom.send('I wrote this in the call');
  await expect(tom.sent('I wrote this in the call')).toBeVisible();
  await tom.page.getByRole('button', { name: 'Return to the call' }).click();
  await expect(tom.composer).toHaveCount(0);
  await expectMoving(tile(tom, MAYA));

  await tool(tom, 'Share your screen').click();
  await expectMoving(tile(maya, `Screen of ${TOM}`));
  await tool(tom, 'Stop sharing your screen').click();
  await expect(tile(maya, `Screen of ${TOM}`)).toHaveCount(0);

  await tool(tom, 'Read the chat during the call').click();
  await tool(tom, 'Hang up').click();
  await expect(stage(tom)).toHaveCount(0);
  await expect(tile(maya, TOM)).toHaveCount(0);
});

test('call persists across pages and Accept opens chat', async ({ maya, tom }) => {
  await tom.page.goto('/');
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await accept(tom);
  await expect(tom.page).toHaveURL(/\/chat$/);
  await expectMoving(tile(tom, MAYA));
  await tom.page.getByRole('link', { name: 'Mentor Hub, home page' }).click();
  await expect(tom.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectMoving(tile(tom, MAYA));
  await tool(tom, 'Back to the call').click();
  await expect(tom.page).toHaveURL(/\/chat$/);
  await expectMoving(tile(tom, MAYA));
});

test('call continues from chat to full screen and back', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.page.goto('/chat');
  await tom.choose(MAYA);
  await call(tom);
  await consent(tom);
  await accept(maya);
  await expectMoving(tile(tom, MAYA));
  // A load would lose both marks.
  await stage(tom).evaluate((element) => {
    document.documentElement.dataset.first = '';
    element.dataset.first = '';
  });
  const first = tom.page.locator('html[data-first] section[data-first]');

  await tool(tom, 'Read the chat during the call').click();
  await tom.page.getByRole('link', { name: 'Open full screen' }).click();
  await expect(tom.page).toHaveURL(/\/chat\/messenger\?channel=/);
  await expect(tom.composer).toBeVisible();
  await expectMoving(tile(tom, MAYA));
  await expect(first).toBeAttached();
  await tool(tom, 'Back to the call').click();
  await expect(tom.page).toHaveURL(/\/chat\/messenger/);
  await expectMoving(tile(tom, MAYA));
  await tom.page.getByRole('link', { name: 'Leave full screen' }).click();
  // With the conversation of the full screen.
  await expect(tom.page).toHaveURL(/\/chat\?channel=/);
  await expectMoving(tile(tom, MAYA));
  await tom.page.goBack();
  await expect(tom.page).toHaveURL(/\/chat\/messenger/);
  await expectMoving(tile(tom, MAYA));
  await expect(first).toBeAttached();
});

test('call continues from the widget to full screen', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.page.goto('/');
  await call(maya);
  await consent(maya);
  await accept(tom);
  await expectMoving(tile(tom, MAYA));
  await tom.page.getByRole('link', { name: 'Mentor Hub, home page' }).click();
  await tom.page.evaluate(() => {
    document.documentElement.dataset.first = '';
  });
  await tom.page.getByRole('button', { name: /^Messages/ }).click();
  await tom.choose(MAYA);
  await tom.page.getByRole('link', { name: 'Open full screen' }).click();
  await expect(tom.page).toHaveURL(/\/chat\/messenger\?channel=/);
  await expect(tom.page.locator('html[data-first]')).toHaveCount(1);
  await expectMoving(tile(tom, MAYA));
});

test('three participants talk and one leaves', async ({ maya, tom, ana }) => {
  await maya.openConversation(CIRCLE);
  await call(maya);
  await consent(maya);
  await expect(stage(maya).getByText(`Calling ${CIRCLE} …`)).toBeVisible();
  for (const actor of [tom, ana]) {
    await actor.openConversation(CIRCLE);
    await call(actor);
    await consent(actor, 'No');
  }
  await expectMoving(tile(maya, TOM));
  await expectMoving(tile(maya, ANA));
  await expectMoving(tile(tom, ANA));
  await expectMoving(tile(ana, MAYA));
  await tom.page.close();
  await expect(tile(maya, TOM)).toHaveCount(0, { timeout: scaled(30_000) });
  await expectMoving(tile(ana, MAYA));
});

test('declined call notifies the caller', async ({ maya, tom }) => {
  await tom.openMessenger();
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await expect(ring(tom)).toBeFocused();
  await ring(tom).getByRole('button', { name: 'Decline' }).click();
  await expect(ring(tom)).toHaveCount(0);
  await expect(stage(maya).getByText(`${TOM} cannot take the call now.`)).toBeVisible();
  await expect(tool(maya, 'Call again')).toBeVisible();
  await tool(maya, 'Send a message').click();
  await expect(maya.composer).toBeVisible();
  await expect(maya.page.getByText('Declined video call').last()).toBeVisible();
});

test('answered call stops ringing elsewhere; newest tab wins', async ({ maya, tom, actor, hub }) => {
  const phone = await actor('tom', hub);
  await tom.openMessenger();
  await phone.openMessenger();
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await expect(ring(phone)).toBeVisible();
  await accept(tom);
  await expect(ring(phone)).toHaveCount(0);
  await expectMoving(tile(maya, TOM));

  await phone.choose(MAYA);
  await call(phone);
  await consent(phone);
  await expect(stage(tom).getByText('You joined this call in another window.')).toBeVisible();
  await expectMoving(tile(phone, MAYA));
  await expect(tile(maya, TOM)).toHaveCount(1);
  await expectMoving(tile(maya, TOM));
});

test('caller hanging up before an answer stops ringing', async ({ maya, tom }) => {
  await tom.openMessenger();
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await expect(ring(tom)).toBeVisible();
  await tool(maya, 'Hang up').click();
  await expect(ring(tom)).toHaveCount(0);
});

test('caller leaving at the consent question stops ringing', async ({ maya, tom }) => {
  await tom.openMessenger();
  await maya.openConversation(TOM);
  await call(maya);
  await expect(ring(tom)).toBeVisible();
  await stage(maya).getByRole('button', { name: 'Not now' }).click();
  await expect(ring(tom)).toHaveCount(0);
  await maya.choose(TOM);
  await expect(maya.page.getByText('Missed video call').last()).toBeVisible();

  // Closing the page before anybody joins has the same effect. The ring may arrive before the answer that names the room.
  await call(maya);
  await expect(stage(maya).getByRole('button', { name: 'Not now' })).toBeVisible();
  await expect(ring(tom)).toBeVisible();
  await maya.page.goto('about:blank');
  await expect(ring(tom)).toHaveCount(0);
});

test('call can be declined while connection is lost', async ({ maya, tom }) => {
  const line = await cuttableSocket(tom);
  await tom.openMessenger();
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await expect(ring(tom)).toBeVisible();
  line.cut();
  await expect(tom.page.getByText('Cannot connect to socket').first()).toBeVisible();
  await ring(tom).getByRole('button', { name: 'Decline' }).click();
  await expect(stage(maya).getByText(`${TOM} cannot take the call now.`)).toBeVisible();
});

test('call survives losing the network and the server', async ({ maya, actor, cable, hub }) => {
  const tom = await actor('tom', cable);
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await call(maya);
  await consent(maya);
  await accept(tom);
  await expectMoving(tile(tom, MAYA));

  cable.cut();
  await expect(stage(tom).getByText('The connection to Mentor Hub is lost.')).toBeVisible();
  await expectMoving(tile(tom, MAYA));
  cable.plug();
  await expect(stage(tom).getByText('The connection to Mentor Hub is lost.')).toHaveCount(0, {
    timeout: scaled(20_000),
  });
  await tool(tom, 'Turn the camera off').click();
  await expect(tile(maya, TOM).locator('video')).toBeHidden();

  await hub.kill();
  await expect(stage(maya).getByText('The connection to Mentor Hub is lost.')).toBeVisible();
  await expectMoving(tile(tom, MAYA));
  await hub.start();
  await expect(stage(maya).getByText('The connection to Mentor Hub is lost.')).toHaveCount(0, {
    timeout: scaled(20_000),
  });
  await expectMoving(tile(tom, MAYA));
  await tool(tom, 'Turn the camera on').click();
  await expectMoving(tile(maya, TOM));
});

test('participant without camera and microphone can join', async ({ maya, tom }) => {
  await tom.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await call(maya);
  await consent(maya);
  await accept(tom);
  await expect(stage(tom).getByText('Your browser blocks the microphone')).toBeVisible();
  await expectMoving(tile(tom, MAYA));
  await expect(tile(maya, TOM).getByRole('img', { name: 'Microphone off' })).toBeVisible();
});

test('room address opens the call and is cleared', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await call(maya);
  const made = maya.page.waitForResponse((response) => response.url().includes('/consent/'));
  await consent(maya);
  const { room } = (await (await made).json()) as { room: string };
  for (const path of ['/chat', '/chat/messenger']) {
    await tom.page.goto(`${path}?section=video&room=${room}`);
    await expect(tom.page.getByRole('heading', { name: 'May this call be recorded?' })).toBeVisible();
    await expect(tom.page).toHaveURL((url) => url.pathname === path && url.search === '');
  }
  await tom.page.goto('/chat?section=video&room=there-is-no-such-room');
  await expect(tom.page.getByText('This call has ended or is not available to you.')).toBeVisible();
  await tom.page.goto('/chat/messenger?section=video');
  await expect(tom.page.getByRole('heading', { name: 'A call is in progress' })).toBeVisible();
  await tool(maya, 'Hang up').click();
  await expect(tom.page.getByRole('heading', { name: 'No Video Call Available' })).toBeVisible();
  await tom.page.getByRole('button', { name: 'Go to chat' }).click();
  await expect(tom.channel(MAYA)).toBeVisible();
});

test('address of a channel and the video section starts its call', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  const channel = new URL(maya.page.url()).searchParams.get('channel') ?? '';
  expect(channel).not.toBe('');
  await tom.page.goto(`/chat?${new URLSearchParams({ channel, section: 'video' })}`);
  await expect(tom.page.getByRole('heading', { name: 'No Video Call Available' })).toBeVisible();
  await expect(tom.page).toHaveURL((url) => url.search === `?channel=${channel}`);
  await tom.page.getByRole('button', { name: 'Start a video call' }).click();
  await expect(tom.page.getByRole('heading', { name: 'May this call be recorded?' })).toBeVisible();
});

test('participant in a call during blackout can return', async ({ maya, tom }) => {
  let isQuiet = false;
  await maya.page.route('**/api/v2/chat/channels/', async (route) => {
    const response = await answerTo(route);
    const channels = (await response.json()) as { blackout: object }[];
    for (const channel of isQuiet ? channels : []) {
      channel.blackout = { active: true, until: '2999-01-01T08:00:00Z', refusesSending: false };
    }
    await route.fulfill({ response, json: channels });
  });
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await call(maya);
  await consent(maya);
  await accept(tom);
  await expectMoving(tile(maya, TOM));
  isQuiet = true;
  // Every call event refreshes the channel list.
  await tool(tom, 'Turn the camera off').click();
  await expect(tile(maya, TOM).locator('video')).toBeHidden();
  await tool(maya, 'Read the chat during the call').click();
  await maya.choose(TOM);
  await maya.page.getByRole('button', { name: 'Return to the call' }).click();
  await expect(tile(maya, TOM)).toBeVisible();
});

test('blackout disables the call button with a reason', async ({ maya }) => {
  await maya.page.route('**/api/v2/chat/channels/', async (route) => {
    const response = await answerTo(route);
    const channels = (await response.json()) as { blackout: object }[];
    for (const channel of channels) {
      channel.blackout = { active: true, until: '2999-01-01T08:00:00Z', refusesSending: false };
    }
    await route.fulfill({ response, json: channels });
  });
  await maya.openConversation(TOM);
  const button = maya.page.getByRole('button', { name: /^This is a quiet time: calls cannot be started/ });
  await expect(button).toBeDisabled();
  await button.click({ force: true });
  await expect(stage(maya)).toHaveCount(0);
});
