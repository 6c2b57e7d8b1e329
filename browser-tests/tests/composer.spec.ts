import { TOM } from '../harness/actor';
import { expect, test } from '../harness/test';

test('Enter confirms input method composition without sending', async ({ maya }) => {
  await maya.openConversation(TOM);
  await maya.composer.click();
  const keyboard = await maya.context.newCDPSession(maya.page);
  await keyboard.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  // The key that ends a composition arrives without a character.
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', code: 'Enter' });
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', code: 'Enter' });
  await keyboard.send('Input.insertText', { text: '日本' });
  await expect(maya.composer).toHaveValue('日本');
  await maya.page.keyboard.press('Enter');
  await expect(maya.sent('日本')).toHaveCount(1);
  await expect(maya.message('にほ')).toHaveCount(0);
});

test('rejected message stays, retryable and discardable', async ({ maya }) => {
  let refusals = 2;
  await maya.page.routeWebSocket(/\/ws\/chat\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const { command, temp_id, tempId, channel } = JSON.parse(frame.toString());
      if (command !== 'send' || refusals === 0) return server.send(frame);
      refusals -= 1;
      const error = { command: 'error', code: 'blackout', message: 'Not now.', in_reply_to: 'send', channel };
      socket.send(JSON.stringify({ ...error, temp_id: temp_id ?? tempId }));
    });
  });
  await maya.openConversation(TOM);
  // Screen readers get a longer text.
  const reason = maya.page.getByText('Messages cannot be sent at this time.', { exact: true });
  await maya.send('Try me again');
  await expect(reason).toBeVisible();
  await maya.page.getByRole('button', { name: 'Edit' }).click();
  await expect(maya.composer).toHaveValue('Try me again');
  await expect(maya.message('Try me again')).toHaveCount(0);

  await maya.composer.press('Enter');
  await expect(reason).toBeVisible();
  await maya.page.getByRole('button', { name: 'Try again' }).click();
  await expect(maya.sent('Try me again')).toHaveCount(1);
  await expect(reason).toHaveCount(0);
});

test('text over limit is neither sent nor cut', async ({ maya }) => {
  await maya.openConversation(TOM);
  const text = 'x'.repeat(8_001);
  await maya.composer.fill(text);
  await expect(maya.page.getByText('1 character too many')).toBeVisible();
  await maya.composer.press('Enter');
  await expect(maya.composer).toHaveValue(text);
  await maya.composer.press('Backspace');
  await maya.composer.press('Enter');
  await expect(maya.composer).toHaveValue('');
  await expect(maya.sent('x'.repeat(8_000))).toHaveCount(1);
});

test('markup of a stranger is text', async ({ maya }) => {
  await maya.openConversation(TOM);
  const text = '<img src=x onerror="document.title=1"> javascript:alert(1) @[Ghost](nobody)';
  await maya.send(text);
  await expect(maya.sent('<img src=x')).toHaveCount(1);
  await expect(maya.page.getByRole('article').locator('img[src="x"]')).toHaveCount(0);
  await expect(maya.page.getByRole('link', { name: /javascript/ })).toHaveCount(0);
});
