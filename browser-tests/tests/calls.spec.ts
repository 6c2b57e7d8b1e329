import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { accept, call, chip, consent, expectMoving, lineOf, ring, stage, tile, tool } from '../harness/call';
import { expect, test } from '../harness/test';

const ANA = 'Ana Kowalczyk';

test('two people ring, consent, see each other, hang up, and find the call in the history', async ({
  maya,
  tom,
}) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await tom.composer.fill('half a thought');

  await call(maya);
  await consent(maya);
  await expect(stage(maya).getByText('Your call will begin soon')).toBeVisible();

  // Who writes goes on writing; the call is there all the same.
  await expect(ring(tom)).toContainText(`${MAYA} is calling you`);
  await expect(tom.composer).toBeFocused();
  await accept(tom, 'No');
  await expectMoving(tile(maya, TOM));
  await expectMoving(tile(tom, MAYA));
  await expect(chip(maya)).toHaveText('Not recorded: unavailable in built-in calls');

  await tool(tom, 'Turn the microphone off').click();
  await expect(tile(maya, TOM).getByRole('img', { name: 'Microphone off' })).toBeVisible();
  await tom.page.keyboard.press('Alt+M');
  await expect(tile(maya, TOM).getByRole('img', { name: 'Microphone off' })).toHaveCount(0);
  await tool(tom, 'Turn the camera off').click();
  await expect(tile(maya, TOM).locator('video')).toBeHidden();
  await tool(tom, 'Turn the camera on').click();
  await expectMoving(tile(maya, TOM));

  await tool(tom, 'Hang up').click();
  await expect(stage(tom).getByRole('heading', { name: 'Call ended' })).toBeVisible();
  await expect(tile(maya, TOM)).toHaveCount(0);
  await expect(stage(maya).getByText('The others have left.')).toBeVisible();

  // One has left: the call is there to be joined, and not to be gone back to.
  await tom.page.getByRole('button', { name: 'Chat', exact: true }).click();
  await expect(tom.channel(MAYA).getByRole('img', { name: 'Video call in progress' })).toBeVisible();
  await tom.choose(MAYA);
  await expect(tom.page.getByRole('button', { name: 'Join the call' })).toBeVisible();
  await tool(tom, 'Back to the call').click();
  await tool(tom, 'Join again').focus();

  await tool(maya, 'Hang up').click();
  // Now nobody is in it: the way back closes under the eyes of who looks at it, and that is said.
  const over = 'The call is over for everyone. You can write on in the chat.';
  await expect(stage(tom)).toContainText(over);
  await expect(tom.page.getByRole('status').filter({ hasText: over })).toHaveCount(1);
  for (const one of [maya, tom]) await expect(tool(one, 'Join again')).toHaveCount(0);
  await expect(stage(tom)).toBeFocused();
  await stage(maya).getByRole('button', { name: 'Go to chat' }).click();
  await maya.choose(TOM);
  await expect(maya.page.getByText('This call has ended')).toBeVisible();
  await expect(maya.page.getByRole('button', { name: 'Start a video call' })).toBeVisible();

  await stage(tom).getByRole('button', { name: 'Go to chat' }).click();
  await tom.choose(MAYA);
  await expect(tom.composer).toHaveValue('half a thought');
});

test('the call goes on in a small window while one reads the chat', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await call(maya);
  await consent(maya);
  await accept(tom);
  await expectMoving(tile(tom, MAYA));

  await tool(tom, 'Read the chat; the call goes on').click();
  await tom.choose(MAYA);
  await expectMoving(tile(tom, MAYA));
  await tom.send('I wrote this in the call');
  await expect(tom.sent('I wrote this in the call')).toBeVisible();
  await tom.page.getByRole('button', { name: 'Return to the call' }).click();
  await expect(tom.composer).toHaveCount(0);
  await expectMoving(tile(tom, MAYA));

  await tool(tom, 'Show your screen').click();
  await expectMoving(tile(maya, `Screen of ${TOM}`));
  await tool(tom, 'Stop showing your screen').click();
  await expect(tile(maya, `Screen of ${TOM}`)).toHaveCount(0);

  await tool(tom, 'Read the chat; the call goes on').click();
  await tool(tom, 'Hang up').click();
  await expect(stage(tom)).toHaveCount(0);
  await expect(tile(maya, TOM)).toHaveCount(0);
});

test('the call follows through the app, and Accept leads to the chat page', async ({ maya, tom }) => {
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

test('three talk, one leaves, and the others go on', async ({ maya, tom, ana }) => {
  await maya.openConversation(CIRCLE);
  await call(maya);
  await consent(maya);
  await expect(stage(maya).getByText('Your call will begin soon')).toBeVisible();
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
  await expect(tile(maya, TOM)).toHaveCount(0, { timeout: 30_000 });
  await expectMoving(tile(ana, MAYA));
});

test('a call is declined, and who called is told', async ({ maya, tom }) => {
  await tom.openMessenger();
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await expect(ring(tom)).toBeFocused();
  await ring(tom).getByRole('button', { name: 'Decline' }).click();
  await expect(ring(tom)).toHaveCount(0);
  await expect(stage(maya).getByText(`${TOM} cannot take the call now.`)).toBeVisible();
});

test('answered on one device, it stops on the other; a second tab takes the place of the first', async ({
  maya,
  tom,
  actor,
  hub,
}) => {
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
  await expect(stage(tom).getByText('This call goes on in another window of yours.')).toBeVisible();
  await expectMoving(tile(phone, MAYA));
  await expect(tile(maya, TOM)).toHaveCount(1);
  await expectMoving(tile(maya, TOM));
});

test('who hangs up before anybody answers stops the ringing', async ({ maya, tom }) => {
  await tom.openMessenger();
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await expect(ring(tom)).toBeVisible();
  await tool(maya, 'Hang up').click();
  await expect(ring(tom)).toHaveCount(0);
});

test('who thinks better of it at the question stops the ringing', async ({ maya, tom }) => {
  await tom.openMessenger();
  await maya.openConversation(TOM);
  await call(maya);
  await expect(ring(tom)).toBeVisible();
  await stage(maya).getByRole('button', { name: 'Not now' }).click();
  await expect(ring(tom)).toHaveCount(0);
  await maya.choose(TOM);
  await expect(maya.page.getByText('This call has ended')).toBeVisible();

  // So does who closes the page before anybody is in.
  await call(maya);
  await expect(ring(tom)).toBeVisible();
  await maya.page.goto('about:blank');
  await expect(ring(tom)).toHaveCount(0);
});

test('a call is declined while the connection is away', async ({ maya, tom }) => {
  const line = await lineOf(tom);
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

test('a call outlives the way to the server, and the server itself', async ({ maya, actor, cable, hub }) => {
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
    timeout: 20_000,
  });
  await tool(tom, 'Turn the camera off').click();
  await expect(tile(maya, TOM).locator('video')).toBeHidden();

  await hub.kill();
  await expect(stage(maya).getByText('The connection to Mentor Hub is lost.')).toBeVisible();
  await expectMoving(tile(tom, MAYA));
  await hub.start();
  await expect(stage(maya).getByText('The connection to Mentor Hub is lost.')).toHaveCount(0, {
    timeout: 20_000,
  });
  await expectMoving(tile(tom, MAYA));
  await tool(tom, 'Turn the camera on').click();
  await expectMoving(tile(maya, TOM));
});

test('who has no microphone and no camera is in the call all the same', async ({ maya, tom }) => {
  await tom.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await call(maya);
  await consent(maya);
  await accept(tom);
  await expect(stage(tom).getByText('Your browser does not let the call use the microphone')).toBeVisible();
  await expectMoving(tile(tom, MAYA));
  await expect(tile(maya, TOM).getByRole('img', { name: 'Microphone off' })).toBeVisible();
});

test('the address leads to a room, and is cleared', async ({ maya, tom }) => {
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
  await expect(tom.page.getByText('This call is over, or it is not open to you.')).toBeVisible();
  await tom.page.goto('/chat/messenger?section=video');
  await expect(tom.page.getByRole('heading', { name: 'A call is going on' })).toBeVisible();
  await tool(maya, 'Hang up').click();
  await expect(tom.page.getByRole('heading', { name: 'No Video Call Available' })).toBeVisible();
  await tom.page.getByRole('button', { name: 'Go to chat' }).click();
  await expect(tom.channel(MAYA)).toBeVisible();
});

test('who is in a call when it becomes quiet has the way back', async ({ maya, tom }) => {
  let isQuiet = false;
  await maya.page.route('**/api/v2/chat/channels/', async (route) => {
    const response = await route.fetch();
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
  // Whatever is told of the call makes the page look at its conversations.
  await tool(tom, 'Turn the camera off').click();
  await expect(tile(maya, TOM).locator('video')).toBeHidden();
  await tool(maya, 'Read the chat; the call goes on').click();
  await maya.choose(TOM);
  await maya.page.getByRole('button', { name: 'Return to the call' }).click();
  await expect(tile(maya, TOM)).toBeVisible();
});

test('in a quiet time no call begins, and the button says why', async ({ maya }) => {
  await maya.page.route('**/api/v2/chat/channels/', async (route) => {
    const response = await route.fetch();
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
