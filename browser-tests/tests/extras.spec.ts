import type { Locator } from '@playwright/test';
import type { Actor } from '../harness/actor';
import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { LIKE_A_BROWSER } from '../harness/http';
import { expect, test } from '../harness/test';

const menu = (actor: Actor): Locator => actor.page.getByRole('dialog', { name: 'Message actions' });

async function openMenu(actor: Actor, text: string): Promise<void> {
  const message = actor.sent(text);
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await expect(menu(actor)).toBeVisible();
}

async function choose(actor: Actor, text: string, action: string): Promise<void> {
  await openMenu(actor, text);
  await menu(actor).getByRole('button', { name: action, exact: true }).click();
}

test('reply shows its quote and leads to it', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await maya.send('When shall we meet?');
  await expect(tom.sent('When shall we meet?')).toHaveCount(1);
  await choose(tom, 'When shall we meet?', 'Reply');
  await expect(tom.page.getByRole('region', { name: 'Reply' })).toContainText('When shall we meet?');
  await expect(tom.composer).toBeFocused();
  await tom.page.keyboard.press('Escape');
  await expect(tom.page.getByRole('region', { name: 'Reply' })).toHaveCount(0);
  await choose(tom, 'When shall we meet?', 'Reply');
  await tom.send('At four');
  const quote = maya.sent('At four').getByRole('button', { name: 'In reply to You: When shall we meet?' });
  await expect(quote).toBeVisible();
  await quote.click();
  await expect(maya.sent('When shall we meet?')).toBeInViewport();
});

test('arrow up edits last message and restores draft', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await maya.send('See you on Monday');
  await expect(tom.sent('See you on Monday')).toHaveCount(1);
  await maya.composer.press('ArrowUp');
  await expect(maya.composer).toHaveValue('See you on Monday');
  await maya.composer.fill('See you on Tuesday');
  await maya.composer.press('Enter');
  await expect(maya.composer).toHaveValue('');
  for (const person of [maya, tom]) {
    await expect(person.sent('See you on Tuesday')).toContainText('edited');
    await expect(person.message('See you on Monday')).toHaveCount(0);
  }
  await maya.composer.fill('half a sentence');
  await choose(maya, 'See you on Tuesday', 'Edit');
  await expect(maya.composer).toHaveValue('See you on Tuesday');
  await maya.page.keyboard.press('Escape');
  await expect(maya.composer).toHaveValue('half a sentence');
});

test('reactions toggle for both by click and key', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await maya.send('We won');
  await choose(tom, 'We won', 'React with 🎉');
  const chip = (actor: Actor, label: string) => actor.sent('We won').getByRole('button', { name: label });
  await expect(chip(tom, '🎉 by You')).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(maya, `🎉 by ${TOM}`)).toBeVisible();
  await chip(maya, `🎉 by ${TOM}`).focus();
  await maya.page.keyboard.press('Enter');
  await expect(chip(tom, '🎉 by You and Maya Okafor')).toBeVisible();
  await chip(tom, '🎉 by You and Maya Okafor').click();
  await expect(chip(maya, '🎉 by You')).toBeVisible();
});

test('changes made while away appear after reconnecting', async ({ maya, tom, hub }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await maya.send('Room 4');
  await expect(tom.sent('Room 4')).toHaveCount(1);
  await tom.context.setOffline(true);
  await tom.page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await hub.kill();
  await hub.start();
  await expect(async () => {
    await maya.composer.press('ArrowUp');
    await expect(maya.composer).toHaveValue('Room 4', { timeout: 500 });
  }).toPass();
  await maya.composer.fill('Room 5');
  await expect(async () => {
    await maya.composer.press('Enter');
    await expect(maya.sent('Room 5')).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await tom.context.setOffline(false);
  await expect(tom.sent('Room 5')).toHaveCount(1);
  await expect(tom.message('Room 4')).toHaveCount(0);
});

test('report confirms, and a block pauses direct channel', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  await tom.send('meet me after school');
  await choose(maya, 'meet me after school', 'Report');
  const dialog = maya.page.getByRole('dialog', { name: 'Report a message' });
  await dialog.getByRole('radio', { name: 'Asks for private contact or to meet elsewhere' }).check();
  await dialog.getByRole('textbox').fill('second time');
  await dialog.getByRole('checkbox', { name: `Stop contact with ${TOM} now` }).uncheck();
  await dialog.getByRole('checkbox', { name: `Also block ${TOM}` }).check();
  expect(await violations(maya.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  const sent = maya.page.getByRole('dialog', { name: `The team will look into it, and ${TOM} is blocked.` });
  await sent.getByRole('button', { name: 'Close' }).click();
  const paused = 'Messages cannot be sent in this conversation right now.';
  for (const person of [maya, tom]) await expect(person.page.getByText(paused)).toBeVisible();
  await expect(tom.page.getByRole('button', { name: /^Unblock/ })).toHaveCount(0);
  await maya.page.getByRole('button', { name: `Unblock ${TOM}` }).click();
  await expect(tom.composer).toBeVisible();
});

test("blocked person's messages are folded in a group", async ({ maya, tom }) => {
  const token = async (actor: Actor) => {
    const answer = await actor.context.request.post('/api/v2/users/refresh/', LIKE_A_BROWSER);
    return (await answer.json()).accessToken as string;
  };
  await tom.openConversation(CIRCLE);
  await tom.send('hello all');
  const authorization = `Bearer ${await token(maya)}`;
  const list = await (
    await maya.context.request.get('/api/v2/chat/channels/', { headers: { authorization } })
  ).json();
  const members = list.flatMap(
    (channel: { channelMembers: { userFullName: string; userId: string }[] }) => channel.channelMembers,
  );
  const { userId } = members.find((member: { userFullName: string }) => member.userFullName === TOM);
  const blocked = await maya.context.request.post('/api/v2/chat/blocks/', {
    headers: { authorization },
    data: { userId },
  });
  expect(blocked.status()).toBe(204);
  await maya.openMessenger();
  await maya.channel(CIRCLE).click();
  const folded = maya.page.getByText('Message from someone you blocked').last();
  await expect(folded).toBeVisible();
  await expect(maya.message('hello all')).toHaveCount(0);
  await expect(maya.channel(CIRCLE)).toContainText('Message from someone you blocked');
  // The questions take room below the messages, which moves them.
  await expect(maya.page.getByRole('region', { name: 'How is this conversation going?' })).toBeVisible();
  await folded.getByRole('button', { name: 'Show' }).click();
  await expect(maya.message('hello all')).toBeVisible();
});

test('muted channel is marked everywhere and not counted', async ({ maya, tom }) => {
  await tom.openConversation(MAYA);
  const second = await tom.context.newPage();
  await second.goto('/chat/messenger');
  await tom.page.getByRole('button', { name: 'Mute this conversation' }).click();
  await expect(tom.page.getByRole('button', { name: 'Unmute this conversation' })).toBeVisible();
  await expect(second.getByRole('img', { name: 'Muted' })).toBeVisible();
  await tom.openMessenger();
  // Unread messages of the other channels are counted.
  await expect(tom.page).toHaveTitle(/^\(\d+\) /);
  const before = await tom.page.title();
  await maya.openConversation(TOM);
  await maya.send('are you there?');
  await expect(tom.channel(MAYA)).toContainText('1 unread message');
  await expect(tom.page).toHaveTitle(before);
});

test('question mark opens shortcuts that navigate channels', async ({ maya }) => {
  await maya.openConversation(TOM);
  await maya.composer.fill('?');
  await expect(maya.page.getByRole('dialog')).toHaveCount(0);
  await maya.composer.fill('');
  await maya.page.keyboard.press('Alt+ArrowDown');
  await expect(maya.page.getByRole('region', { name: `Conversation with ${TOM}` })).toHaveCount(0);
  await maya.page.getByRole('region', { name: /^Conversation with/ }).focus();
  await maya.page.keyboard.press('?');
  const sheet = maya.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  expect(await violations(maya.page)).toEqual([]);
  await maya.page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('long press opens the message menu as sheet', async ({ maya }) => {
    await maya.openConversation(TOM);
    await maya.send('Press me');
    const box = await maya.sent('Press me').getByText('Press me').first().boundingBox();
    const touch = await maya.context.newCDPSession(maya.page);
    const point = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 8 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(menu(maya)).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await menu(maya).getByRole('button', { name: 'React with 👍' }).click();
    await expect(maya.sent('Press me').getByRole('button', { name: '👍 by You' })).toBeVisible();
  });
});
