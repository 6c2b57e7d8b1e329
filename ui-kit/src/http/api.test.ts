import { describe, expect, it, vi } from 'vitest';
import { i18n } from '../i18n/i18n';
import { loginSession } from '../login-session/page-login-session';
import { withToken } from './api';
import { createApi, multipart, publicApi } from './api-client';
import { HttpError, NetworkError } from './errors';
import { type Transport, transport } from './transport';

function respondWith(status: number, body: string, headers: Record<string, string> = {}): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(status === 204 ? null : body, { status, headers })),
  );
}

describe('transport', () => {
  it('returns the JSON of a response', async () => {
    respondWith(200, '{"underMaintenance":false}');
    await expect(transport('/api/v2/users/system_status/')).resolves.toEqual({ underMaintenance: false });
  });

  it('sends the language of the page', async () => {
    await i18n.changeLanguage('de');
    respondWith(204, '');
    await transport('/api/v2/users/send-otp/', { method: 'POST' });
    const [, request] = vi.mocked(fetch).mock.lastCall ?? [];
    expect(new Headers(request?.headers).get('accept-language')).toBe('de');
    await i18n.changeLanguage('en');
  });

  it('returns undefined for an empty response', async () => {
    respondWith(204, '');
    await expect(transport('/api/v2/users/sign-out/', { method: 'POST' })).resolves.toBeUndefined();
  });

  it('rejects with code, fields and waiting time', async () => {
    respondWith(
      422,
      '{"code":"invalid","message":"Please check.","fields":{"email":["Too long.",7],"x":3}}',
      {
        'retry-after': '30',
      },
    );
    await expect(transport('/x')).rejects.toMatchObject({
      name: 'HttpError',
      status: 422,
      code: 'invalid',
      message: 'Please check.',
      fields: { email: ['Too long.'] },
      retryAfter: 30,
    });
  });

  it.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>'],
    ['JSON of another shape', 500, '["oops"]'],
    ['invalid JSON', 200, '<html>'],
  ])('rejects %s as a server error', async (_name, status, body) => {
    respondWith(status, body);
    await expect(transport('/x')).rejects.toMatchObject({ name: 'HttpError', status, code: 'server' });
  });

  it('rejects with NetworkError without a response', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))),
    );
    await expect(transport('/x')).rejects.toBeInstanceOf(NetworkError);
  });

  it.each([
    [59_000, true],
    [61_000, false],
  ])('body of %i bytes is kept alive: %s', async (bytes, isKept) => {
    respondWith(200, '{}');
    const text = 'é'.repeat(bytes / 2);
    await transport('/x', { method: 'POST', body: multipart({ text }), keepalive: true });
    await transport('/x', { method: 'POST', body: { text }, keepalive: true });
    expect(vi.mocked(fetch).mock.calls.map(([, init]) => init?.keepalive)).toEqual([isKept, isKept]);
  });

  it('rejects an aborted request with its reason', async () => {
    const controller = new AbortController();
    controller.abort(new Error('left the page'));
    vi.stubGlobal(
      'fetch',
      vi.fn(async (_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason)),
    );
    await expect(transport('/x', { signal: controller.signal })).rejects.toThrow('left the page');
  });
});

describe('createApi', () => {
  it('fills path and query parameters in', async () => {
    const send = vi.fn<Transport>();
    await createApi(send).get('/api/v2/chat/{channel}/channel-history/', {
      params: { path: { channel: 'a/b' }, query: { page_number: 2 } },
      keepalive: true,
    });
    expect(send).toHaveBeenCalledWith('/api/v2/chat/a%2Fb/channel-history/?page_number=2', {
      method: 'GET',
      keepalive: true,
    });
  });

  it('sends the body unchanged', async () => {
    const send = vi.fn<Transport>();
    const body = { email: 'maya@example.org', password: 'secret' };
    await createApi(send).post('/api/v2/users/sign-in/', { body });
    expect(send).toHaveBeenCalledWith('/api/v2/users/sign-in/', { method: 'POST', body });
  });

  it('names a file of a form after its field', () => {
    const form = multipart({ bio: 'Bridges.', picture: new Blob(['x']) }) as unknown as FormData;
    expect(form.get('bio')).toBe('Bridges.');
    expect(form.get('picture')).toMatchObject({ name: 'picture.jpg' });
  });
});

it('public call leaves the login session alone', async () => {
  const renew = vi.spyOn(loginSession, 'renew');
  respondWith(401, '{"code":"not_signed_in","message":""}');
  await expect(publicApi.get('/api/v2/settings/')).rejects.toMatchObject({ status: 401 });
  expect(fetch).toHaveBeenCalledOnce();
  expect(renew).not.toHaveBeenCalled();
});

describe('withToken', () => {
  const unauthorized = new HttpError({ status: 401, code: 'token_expired', message: '' });
  const signedIn = () => ({
    token: vi.fn(async () => 'old'),
    renew: vi.fn(async () => 'new'),
    expired: vi.fn(async () => {}),
  });

  it('renews a rejected token once', async () => {
    const session = signedIn();
    const send = vi.fn<Transport>().mockRejectedValueOnce(unauthorized).mockResolvedValueOnce('done');
    await expect(withToken(session, send)('/x')).resolves.toBe('done');
    expect(send.mock.calls.map(([, request]) => request?.token)).toEqual(['old', 'new']);
    expect(session.expired).not.toHaveBeenCalled();
  });

  it('ends the login session after a second rejection', async () => {
    const session = signedIn();
    const send = vi.fn<Transport>().mockRejectedValue(unauthorized);
    await expect(withToken(session, send)('/x')).rejects.toBe(unauthorized);
    expect(session.expired).toHaveBeenCalledOnce();
  });
});
