import type { Page } from '@playwright/test';
import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { deliver, registered, shownBy, subscribeAt, test, touch, workerOf } from '../harness/push';
import { expect } from '../harness/test';

test('push notifies once without message content', async ({ tom, maya, pushes }) => {
  await subscribeAt(tom.context, pushes.subscribe('tom'));
  const answer = registered(tom.page);
  await tom.openMessenger();
  expect((await answer).status()).toBe(204);
  await expect(tom.channel(MAYA)).toBeVisible();
  await maya.openConversation(TOM);
  await maya.send('You can read this at once');
  await expect(tom.channel(MAYA)).toHaveAccessibleName(/You can read this at once/);

  await tom.page.goto('about:blank');
  await maya.send('A secret of ours');
  await expect.poll(() => pushes.notesFor('tom')).toHaveLength(1);
  await maya.send('And another');
  await maya.choose(CIRCLE);
  await maya.send('And one for all');
  await expect.poll(() => pushes.notesFor('tom')).toHaveLength(2);
  const text = JSON.stringify(pushes.notesFor('tom'));
  expect(text).not.toMatch(/secret|another|Maya|circle/i);
  for (const note of pushes.notesFor('tom')) {
    expect(note).toEqual({ type: 'new_message', channelId: expect.any(String), language: 'en' });
  }
});

test('sign-out ends push in browser and server', async ({ tom, ana, maya, pushes }) => {
  for (const [name, person] of Object.entries({ tom, ana })) {
    await subscribeAt(person.context, pushes.subscribe(name));
    const answer = registered(person.page);
    await person.page.goto('/');
    await answer;
  }
  await tom.page.getByRole('button', { name: /Tom/ }).first().click();
  await tom.page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(tom.page).toHaveURL(/\/signin/);
  expect(await tom.page.evaluate(() => sessionStorage.getItem('unsubscribed'))).toBe('yes');
  await ana.page.goto('about:blank');
  await maya.openConversation(CIRCLE);
  await maya.send('Where are you all?');
  // Ana only closed her pages and is notified of this message.
  await expect.poll(() => pushes.notesFor('ana')).toHaveLength(1);
  expect(pushes.notesFor('tom')).toEqual([]);
});

test('push uses the profile language and opens channel', async ({ tom, hub, pushes }) => {
  await subscribeAt(tom.context, pushes.subscribe('tom'));
  const answer = registered(tom.page);
  await tom.openMessenger();
  await answer;
  await expect(tom.channel(MAYA)).toBeVisible();
  const worker = await workerOf(tom.context);
  const channelId = await channelOf(tom.page, MAYA);
  const note = { type: 'new_message', channelId, language: 'de' };

  // A visible page shows the message itself.
  await deliver(tom.context, tom.page, hub.url, note);
  expect(await shownBy(worker)).toEqual([]);

  await tom.page.goto('about:blank');
  const other = await tom.context.newPage();
  await deliver(tom.context, other, hub.url, note);
  await expect
    .poll(() => shownBy(worker))
    .toEqual([
      {
        title: 'Mentor Hub',
        body: 'Du hast eine neue Nachricht',
        lang: 'de',
        tag: `new_message-${channelId}`,
      },
    ]);
  expect(await touch(worker)).toBe(`/chat/messenger?channel=${channelId}`);
  await expect.poll(() => shownBy(worker)).toEqual([]);
});

test('push opens the channel in an existing page', async ({ tom, hub, pushes }) => {
  await subscribeAt(tom.context, pushes.subscribe('tom'));
  const answer = registered(tom.page);
  await tom.openMessenger();
  await answer;
  await expect(tom.channel(MAYA)).toBeVisible();
  const worker = await workerOf(tom.context);
  const channelId = await channelOf(tom.page, MAYA);
  await worker.evaluate(
    ([id]) =>
      (
        self as unknown as {
          registration: { showNotification(title: string, options: object): Promise<void> };
        }
      ).registration.showNotification('Mentor Hub', {
        tag: 'test',
        data: { type: 'new_message', channelId: id, language: 'en' },
      }),
    [channelId],
  );
  expect(await touch(worker)).toBeNull();
  await expect(tom.composer).toBeVisible();
  await expect(tom.page).toHaveURL(`${hub.url}/chat/messenger?channel=${channelId}`);
});

test('denied notification permission is not asked again', async ({ tom }) => {
  const workers: string[] = [];
  tom.page.on('request', (request) => {
    if (request.url().endsWith('/sw.js') || request.url().includes('register-device'))
      workers.push(request.url());
  });
  await tom.openConversation(MAYA);
  expect(workers).toEqual([]);
});

async function channelOf(page: Page, name: string): Promise<string> {
  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await expect(page).toHaveURL(/channel=/);
  const id = new URL(page.url()).searchParams.get('channel');
  await page.goBack();
  if (id === null) throw new Error('no channel is open');
  return id;
}
