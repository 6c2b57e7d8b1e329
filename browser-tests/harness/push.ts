import type { BrowserContext, Page, Worker } from '@playwright/test';
import { Hub } from './hub';
import { PushService, type Subscription } from './push-service';
import { test as base } from './test';

/** A server that uses the test's push service. */
export const test = base.extend<{ pushes: PushService }>({
  serviceWorkers: 'allow',
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

/** A browser with notification permission that subscribes to the test's push service instead of its vendor's. */
export async function subscribeAt(context: BrowserContext, subscription: Subscription): Promise<void> {
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

export const registered = (page: Page) => page.waitForResponse(/notifications\/register-device/);

/** Returns the service worker of a browser context. */
export async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
}

/** Delivers a push message to the browser. */
export async function deliver(
  context: BrowserContext,
  page: Page,
  origin: string,
  note: unknown,
): Promise<void> {
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
  actions?: readonly { action: string; title: string }[];
}

export const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as ServiceWorkerGlobal;
    const all = await registration.getNotifications();
    return all.map(({ title, body, lang, tag, actions }: Shown) => ({
      title,
      body,
      lang,
      tag,
      ...(actions?.length ? { actions: actions.map(({ action, title }) => ({ action, title })) } : {}),
    }));
  });

interface ServiceWorkerGlobal {
  registration: { getNotifications(): Promise<Shown[]> };
}

/** Clicks the displayed notification or one of its buttons. Returns the address that the worker opened, if any. */
export const touch = (worker: Worker, action = '') =>
  worker.evaluate(async (action) => {
    const scope = self as unknown as {
      registration: { getNotifications(): Promise<object[]> };
      clients: { openWindow(url: string): Promise<null> };
      dispatchEvent(event: object): boolean;
      NotificationEvent: new (type: string, options: object) => object;
      ExtendableEvent: { prototype: { waitUntil(work: Promise<void>): void } };
    };
    let opened: string | null = null;
    // Only a trusted event may open a window.
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
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action }));
    prototype.waitUntil = waitUntil;
    await work;
    return opened;
  }, action);
