import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { type Calls, fakeApi } from '../testing/fake-api';
import { attentionPreferences } from './preferences';
import { pushState, startPush, turnPushOff } from './push';

const DEVICE = 'POST /api/v1/notifications/register-device/';
const ERRORS = 'POST /api/v2/errors/';
const settings = { pushKey: 'AAAA', reportsErrors: true };

/** A browser whose owner has allowed notifications, and whose push service answers with `subscribe`. */
function browser(
  subscribe: () => Promise<unknown>,
  calls: Calls = {},
  register = async (): Promise<void> => {},
) {
  vi.stubGlobal(
    'Notification',
    Object.assign(() => {}, { permission: 'granted' }),
  );
  vi.stubGlobal('PushManager', class {});
  const pushManager = { getSubscription: async () => null, subscribe };
  const serviceWorker = { register, ready: Promise.resolve({ pushManager }) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }));
  return fakeApi({
    'GET /api/v2/settings/': { status: 200, body: settings },
    [DEVICE]: { status: 204 },
    [ERRORS]: { status: 204 },
    ...calls,
  });
}

const start = () => startPush(new QueryClient());
const fails = (error: unknown) => () => Promise.reject(error);
const subscribes = async () => ({ endpoint: 'https://push.example/1' });
const refusal = (status: number, code: string) => ({ status, body: { code, message: 'No.' } });

it('names the device to the server', async () => {
  const api = browser(subscribes);
  await start();
  const registrationId = JSON.stringify({ endpoint: 'https://push.example/1' });
  expect(api.bodies(DEVICE)).toEqual([{ registrationId, type: 'web' }]);
  expect(api.bodies(ERRORS)).toEqual([]);
});

it.each<[what: string, message: string, subscribe: () => Promise<unknown>, calls?: Calls]>([
  // jsdom's exception is no `Error` as in browsers: its message is not reported.
  [
    'a confused push service',
    'A value that is no error was thrown.',
    fails(new DOMException('', 'InvalidStateError')),
  ],
  ['a mistake of ours', 'Wrong key', fails(new TypeError('Wrong key'))],
  ['a server that refuses', 'invalid 4xx', subscribes, { [DEVICE]: refusal(422, 'invalid') }],
  ['a server that breaks', 'server 5xx', subscribes, { [DEVICE]: { status: 500 } }],
])('reports %s to the operator', async (_, message, subscribe, calls) => {
  const api = browser(subscribe, calls);
  await start();
  await vi.waitFor(() => expect(api.bodies(ERRORS)).toMatchObject([{ message }]));
});

it('reports a failed worker registration', async () => {
  const api = browser(subscribes, {}, fails(new TypeError('A bad worker')) as () => Promise<void>);
  await start();
  await vi.waitFor(() => expect(api.bodies(ERRORS)).toMatchObject([{ message: 'A bad worker' }]));
});

it.each<[what: string, subscribe: () => Promise<unknown>, calls?: Calls]>([
  ['a person who says No', fails(new DOMException('No', 'NotAllowedError'))],
  ['a browser without a push service', fails(new DOMException('No', 'AbortError'))],
  ['a browser that cannot', fails(new DOMException('No', 'NotSupportedError'))],
  ['closed doors', subscribes, { [DEVICE]: refusal(503, 'under_maintenance') }],
  ['a network that fails', subscribes, { [DEVICE]: 'no network' }],
  // The last one, because it ends the session of this page.
  ['a session that is over', subscribes, { [DEVICE]: refusal(401, 'not_signed_in') }],
])('leaves %s alone', async (_, subscribe, calls) => {
  const api = browser(subscribe, calls);
  await start();
  expect(api.bodies(ERRORS)).toEqual([]);
});

const state = () => pushState(new QueryClient());

/** A browser with this permission and subscription. */
function browserWith(permission: NotificationPermission, subscription: object | null = null) {
  const calls = browser(subscribes, { [`DELETE ${DEVICE.split(' ')[1]}`]: { status: 204 } });
  vi.stubGlobal(
    'Notification',
    Object.assign(() => {}, { permission }),
  );
  let current = subscription;
  const unsubscribe = async () => {
    current = null;
  };
  const pushManager = { getSubscription: async () => current && { ...current, unsubscribe } };
  Object.assign(navigator.serviceWorker, { getRegistration: async () => ({ pushManager }) });
  return calls;
}

it('tells whether this browser gets push messages', async () => {
  browserWith('granted', {});
  expect(await state()).toBe('on');
  browserWith('granted');
  expect(await state()).toBe('off');
  browserWith('default');
  expect(await state()).toBe('off');
  browserWith('denied');
  expect(await state()).toBe('blocked');
});

it('tells why a browser gets no push messages', async () => {
  fakeApi({ 'GET /api/v2/settings/': { status: 200, body: { ...settings, pushKey: null } } });
  expect(await state()).toBe('unavailable');
  fakeApi({ 'GET /api/v2/settings/': { status: 200, body: settings } });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  expect(await state()).toBe('unsupported');
  for (const device of [
    { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' },
    { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 },
  ]) {
    vi.stubGlobal('navigator', Object.create(navigator, Object.getOwnPropertyDescriptors(device)));
    expect(await state()).toBe('install');
  }
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(await state()).toBe('unsupported');
});

it('stays off on this device once turned off', async () => {
  const calls = browserWith('granted', {});
  expect(await turnPushOff(new QueryClient())).toBe('off');
  await start();
  expect(calls.bodies(DEVICE)).toEqual([]);
  attentionPreferences.setNotifications(true);
  await start();
  expect(calls.bodies(DEVICE)).toHaveLength(1);
});
