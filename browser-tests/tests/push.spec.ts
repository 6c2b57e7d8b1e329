import type { BrowserContext, Page, Worker } from '@playwright/test';
import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { Hub } from '../harness/hub';
import { PushService, type Subscription } from '../harness/push-service';
import { test as base, expect } from '../harness/test';

const test = base.extend<{ pushes: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  pushes: async ({}, use) => {
    const pushes = await PushService.start();
    await use(pushes);
    await pushes.remove();
  },
  hub: async ({ pushes }, use) => {
    const hub = await Hub.start(pushes.env);
    await use(hub);
    await hub.remove();
  },
});

/** A browser that may notify, and whose maker's push service is the test's: a real one would be far away. */
async function subscribeAt(context: BrowserContext, subscription: Subscription): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript((given) => {
    let current: object | null = null;
    const subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      current = {
        options: { applicationServerKey: (applicationServerKey as Uint8Array<ArrayBuffer>).buffer },
        toJSON: () => given,
        unsubscribe: async () => {
          current = null;
          sessionStorage.setItem('unsubscribed', 'yes');
          return true;
        },
      };
      return current;
    };
    Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => current });
  }, subscription);
}

const registered = (page: Page) => page.waitForResponse(/notifications\/register-device/);

/** The worker that serves the pages of a browser. */
async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
}

/** Hands a push to the browser as its push service would. */
async function deliver(context: BrowserContext, page: Page, origin: string, note: unknown): Promise<void> {
  const debug = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await debug.send('ServiceWorker.enable');
  await debug.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await found,
    data: JSON.stringify(note),
  });
  await debug.detach();
}

interface Shown {
  title: string;
  body: string;
  lang: string;
  tag: string;
}

const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as ServiceWorkerGlobal;
    const all = await registration.getNotifications();
    return all.map(({ title, body, lang, tag }: Shown) => ({ title, body, lang, tag }));
  });

interface ServiceWorkerGlobal {
  registration: { getNotifications(): Promise<Shown[]> };
}

test('who has closed everything is told once that there is something, and nothing of it', async ({
  tom,
  maya,
  pushes,
}) => {
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

test('a sign-out ends it, for the browser and for the server', async ({ tom, ana, maya, pushes }) => {
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
  // Ana, who only closed her pages, is told of the very message.
  await expect.poll(() => pushes.notesFor('ana')).toHaveLength(1);
  expect(pushes.notesFor('tom')).toEqual([]);
});

test('the worker speaks the language of the person, and leads to the conversation', async ({
  tom,
  hub,
  pushes,
}) => {
  await subscribeAt(tom.context, pushes.subscribe('tom'));
  const answer = registered(tom.page);
  await tom.openMessenger();
  await answer;
  await expect(tom.channel(MAYA)).toBeVisible();
  const worker = await workerOf(tom.context);
  const channelId = await channelOf(tom.page, MAYA);
  const note = { type: 'new_message', channelId, language: 'de' };

  // Somebody looks at the page: it says enough itself.
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

test('a page that is there opens the conversation itself', async ({ tom, hub, pushes }) => {
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

test('a browser that says No to notifications is left alone', async ({ tom }) => {
  const workers: string[] = [];
  tom.page.on('request', (request) => {
    if (request.url().endsWith('/sw.js') || request.url().includes('register-device'))
      workers.push(request.url());
  });
  await tom.openConversation(MAYA);
  expect(workers).toEqual([]);
});

/** Touches the notification that is shown. Gives back the address of the page that the worker wanted to open, if any. */
const touch = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = self as unknown as {
      registration: { getNotifications(): Promise<object[]> };
      clients: { openWindow(url: string): Promise<null> };
      dispatchEvent(event: object): boolean;
      NotificationEvent: new (type: string, options: object) => object;
      ExtendableEvent: { prototype: { waitUntil(work: Promise<void>): void } };
    };
    let opened: string | null = null;
    // Only a real finger may open a window.
    scope.clients.openWindow = async (url) => {
      opened = url;
      return null;
    };
    const [notification] = await scope.registration.getNotifications();
    let work: Promise<void> = Promise.resolve();
    const { prototype } = scope.ExtendableEvent;
    const { waitUntil } = prototype;
    prototype.waitUntil = function (promise) {
      work = promise;
      waitUntil.call(this, promise);
    };
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    prototype.waitUntil = waitUntil;
    await work;
    return opened;
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
