import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import {
  accept,
  call,
  chip,
  consent,
  devicesInUse,
  expectMoving,
  ring,
  stage,
  tile,
  tool,
  watchDevices,
} from '../harness/call';
import { tabTo } from '../harness/keyboard';
import { expect, test } from '../harness/test';

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      test('no screen of a call has barriers', async ({ maya, tom }) => {
        // Axe runs nine times beside two videos.
        test.slow();
        await tom.page.goto('/chat?section=video');
        await expect(tom.page.getByRole('heading', { name: 'No Video Call Available' })).toBeVisible();
        expect(await violations(tom.page)).toEqual([]);
        await tom.page.getByRole('button', { name: 'Go to chat' }).click();

        await maya.openConversation(TOM);
        await call(maya);
        await expect(maya.page.getByRole('heading', { name: 'May this call be recorded?' })).toBeVisible();
        expect(await violations(maya.page)).toEqual([]);
        await consent(maya);
        await expect(stage(maya).getByText(`Calling ${TOM} …`)).toBeVisible();
        expect(await violations(maya.page)).toEqual([]);

        await expect(ring(tom)).toBeVisible();
        expect(await violations(tom.page)).toEqual([]);
        await accept(tom);
        await expectMoving(tile(tom, MAYA));
        expect(await violations(tom.page)).toEqual([]);
        const overflow = await tom.page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);

        await chip(tom).click();
        await expect(tom.page.getByRole('dialog', { name: 'Recording' })).toContainText(MAYA);
        expect(await violations(tom.page)).toEqual([]);
        await tom.page.keyboard.press('Escape');
        await tool(tom, 'Microphone and camera').click();
        await expect(tom.page.getByRole('combobox', { name: 'Camera' })).toBeVisible();
        expect(await violations(tom.page)).toEqual([]);
        await tom.page.keyboard.press('Escape');

        await tool(tom, 'Full screen').click();
        await tool(tom, 'Leave full screen').click();
        await tool(tom, 'Read the chat during the call').click();
        await expect(tom.channel(MAYA)).toBeVisible();
        expect(await violations(tom.page)).toEqual([]);
        await tool(tom, 'Back to the call').click();
        await tool(tom, 'Hang up').click();
        await expect(stage(tom).getByRole('heading', { name: 'Call ended' })).toBeVisible();
        expect(await violations(tom.page)).toEqual([]);
        await expect(stage(maya).getByRole('heading', { name: `${TOM} left the call` })).toBeVisible();
        expect(await violations(maya.page)).toEqual([]);
      });
    });
  }
}

test('recording answer can be changed during the call', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await call(maya);
  await consent(maya, 'Yes');
  await accept(tom);
  await expectMoving(tile(maya, TOM));
  await chip(maya).click();
  const dialog = maya.page.getByRole('dialog', { name: 'Recording' });
  await expect(dialog).toContainText('You said Yes.');
  await dialog.getByRole('button', { name: 'Change my answer to No' }).click();
  await expect(dialog).toContainText('You said No.');
  await expectMoving(tile(maya, TOM));
  await chip(tom).click();
  await expect(tom.page.getByRole('dialog', { name: 'Recording' })).toContainText(/Maya Okafor\s*No/);
});

test('consent precedes every view and remembers the answer', async ({ maya }) => {
  await maya.openConversation(TOM);
  await call(maya);
  await expect(stage(maya)).toContainText('This call will not be recorded.');
  await expect(stage(maya)).not.toContainText('version');
  await expect(stage(maya)).not.toContainText('Last time');
  await consent(maya, 'No');
  await expect(tool(maya, 'Hang up')).toBeVisible();

  // The same call, another call in another conversation, and a page that was loaded again.
  await maya.page.reload();
  await maya.choose(TOM);
  await call(maya);
  await expect(stage(maya)).toContainText('Last time you said No.');
  await consent(maya, 'Yes');
  await tool(maya, 'Hang up').click();
  await tool(maya, 'Send a message').click();
  await maya.choose(CIRCLE);
  await call(maya);
  await expect(stage(maya)).toContainText('Last time you said Yes.');
  await consent(maya);
  await expect(tool(maya, 'Hang up')).toBeVisible();
});

test('own picture is seen before the call, and switches stay as they are', async ({ maya, tom }) => {
  await watchDevices(maya);
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await call(maya);
  await expectMoving(tile(maya, 'You'));
  await expect(stage(maya)).toContainText('Only you can see this.');
  await tool(maya, 'Turn the microphone off').click();
  await tool(maya, 'Turn the camera off').click();
  await expect(tool(maya, 'Turn the camera on')).toBeVisible();

  // The chat covers the question: the devices are off meanwhile.
  await maya.page.getByRole('button', { name: 'Chat', exact: true }).click();
  await expect.poll(() => devicesInUse(maya)).toBe(0);
  await tool(maya, 'Back to the call').click();
  await expect(tool(maya, 'Turn the microphone on')).toBeVisible();
  await consent(maya);
  await accept(tom);
  await expectMoving(tile(tom, 'You'));
  await expect(tile(tom, MAYA).getByRole('img', { name: 'Microphone off' })).toBeVisible();
  expect(await devicesInUse(maya)).toBe(0);
  await tool(maya, 'Turn the camera on').click();
  await expectMoving(tile(tom, MAYA));
});

test('keyboard focus follows the call screens', async ({ maya }) => {
  await maya.openConversation(TOM);
  await call(maya);
  await tabTo(maya.page, stage(maya).getByRole('button', { name: 'Yes', exact: true }));
  await maya.page.keyboard.press('Enter');
  await expect(tool(maya, 'Hang up')).toBeVisible();
  await expect(stage(maya)).toBeFocused();
  await tabTo(maya.page, tool(maya, 'Hang up'));
  await maya.page.keyboard.press('Enter');
  await expect(stage(maya).getByRole('heading', { name: 'Call ended' })).toBeVisible();
  await expect(stage(maya)).toBeFocused();
  await maya.page.keyboard.press('Tab');
  await expect(stage(maya).getByRole('button', { name: 'Call again' })).toBeFocused();
});
