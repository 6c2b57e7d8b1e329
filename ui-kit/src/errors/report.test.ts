import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Report = typeof import('./report');

let report: Report;
let reported: { name: string; message: string; page: string }[];

/** Loads the module with a server that collects errors, does not, or is unreachable. */
async function open(reportsErrors: boolean | 'away') {
  reported = [];
  const answer = async (url: string, { body }: RequestInit = {}) => {
    if (reportsErrors === 'away') throw new TypeError('Failed to fetch');
    if (url.endsWith('/settings/')) return Response.json({ reportsErrors });
    reported.push(JSON.parse(String(body)));
    return new Response(null, { status: 204 });
  };
  const fetch = vi.fn(answer);
  vi.stubGlobal('fetch', fetch);
  vi.resetModules();
  report = await import('./report');
  return fetch;
}

let listeners: [string, EventListenerOrEventListenerObject][] = [];

beforeEach(() => {
  const add = window.addEventListener;
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener, options) => {
    listeners.push([type, listener as EventListenerOrEventListenerObject]);
    add.call(window, type, listener as EventListenerOrEventListenerObject, options);
  });
});

afterEach(() => {
  for (const [type, listener] of listeners) window.removeEventListener(type, listener);
  listeners = [];
});

it('reports uncaught errors without personal data', async () => {
  await open(true);
  report.watchErrors();
  window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('No person maya@example.org') }));
  await vi.waitFor(() => expect(reported).toHaveLength(1));
  expect(reported[0]).toMatchObject({ name: 'TypeError', message: 'No person …', page: '/' });

  const reason = new RangeError('Too far');
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  await vi.waitFor(() => expect(reported).toHaveLength(2));
  expect(reported[1]).toMatchObject({ name: 'RangeError', message: 'Too far' });
});

it('reports each error once and ten at most', async () => {
  const fetch = await open(true);
  const same = new Error('The same again');
  await report.reportError(same);
  await report.reportError(same);
  expect(reported).toHaveLength(1);
  for (const letter of 'abcdefghijklmno') await report.reportError(new Error(letter));
  expect(reported).toHaveLength(10);
  // The settings are fetched once.
  expect(fetch).toHaveBeenCalledTimes(11);
});

it('reports nothing when disabled or unreachable', async () => {
  const refusing = await open(false);
  await report.reportError(new Error('one'));
  await report.reportError(new Error('two'));
  expect(reported).toEqual([]);
  expect(refusing).toHaveBeenCalledTimes(1);

  await open('away');
  await expect(report.reportError(new Error('three'))).resolves.toBeUndefined();
});
