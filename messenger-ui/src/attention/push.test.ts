import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { type Calls, fakeApi } from '../testing/fake-api';
import { startPush } from './push';

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
  // What jsdom throws is no `Error`, as a browser's is, so its sentence is not told.
  ['a confused push service', 'Something else was thrown.', fails(new DOMException('', 'InvalidStateError'))],
  ['a mistake of ours', 'Wrong key', fails(new TypeError('Wrong key'))],
  ['a server that refuses', 'invalid 4xx', subscribes, { [DEVICE]: refusal(422, 'invalid') }],
  ['a server that breaks', 'server 5xx', subscribes, { [DEVICE]: { status: 500 } }],
])('tells the operator of %s', async (_, message, subscribe, calls) => {
  const api = browser(subscribe, calls);
  await start();
  await vi.waitFor(() => expect(api.bodies(ERRORS)).toMatchObject([{ message }]));
});

it('tells the operator of a worker that cannot be had', async () => {
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
