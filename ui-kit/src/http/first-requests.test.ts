import { afterEach, expect, it, vi } from 'vitest';
import { NetworkError } from './errors';
import { transport } from './transport';

const PROFILE = '/api/v2/users/profile/';
const answer = (name: string) => Promise.resolve(new Response(JSON.stringify({ name })));

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.firstRequests;
});

it('response to a request of the boot script is taken once, with the same token', async () => {
  const fetched = vi.fn((_url: string) => answer('fetched'));
  vi.stubGlobal('fetch', fetched);
  const sent = () => ({ [`GET ${PROFILE}`]: { token: Promise.resolve('a'), response: answer('first') } });
  window.firstRequests = sent();
  expect(await transport(PROFILE, { token: 'a' })).toEqual({ name: 'first' });
  expect(await transport(PROFILE, { token: 'a' })).toEqual({ name: 'fetched' });
  window.firstRequests = sent();
  expect(await transport(PROFILE, { token: 'b' })).toEqual({ name: 'fetched' });
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('failed request of the boot script is a failure of the network, and the next one is sent', async () => {
  vi.stubGlobal('fetch', () => answer('fetched'));
  const response = Promise.reject(new TypeError('away'));
  window.firstRequests = { 'POST /refresh/': { response } };
  await expect(transport('/refresh/', { method: 'POST' })).rejects.toBeInstanceOf(NetworkError);
  expect(await transport('/refresh/', { method: 'POST' })).toEqual({ name: 'fetched' });
});
