import { describe, expect, it, vi } from 'vitest';
import { HttpError, NetworkError } from './errors';
import { createHttp } from './http';
import { type Transport, transport } from './transport';

function answer(status: number, body: string, headers: Record<string, string> = {}): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(status === 204 ? null : body, { status, headers })),
  );
}

describe('transport', () => {
  it('gives back what the server says', async () => {
    answer(200, '{"underMaintenance":false}');
    await expect(transport('api/v2/users/system_status/')).resolves.toEqual({ underMaintenance: false });
  });

  it('takes an empty answer for nothing', async () => {
    answer(204, '');
    await expect(transport('api/v2/users/sign-out/', { method: 'POST' })).resolves.toBeUndefined();
  });

  it('carries code, fields and waiting time of a refusal', async () => {
    answer(422, '{"code":"invalid","message":"Please check.","fields":{"email":["Too long.",7],"x":3}}', {
      'retry-after': '30',
    });
    await expect(transport('x')).rejects.toMatchObject({
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
    ['no JSON where some was promised', 200, '<html>'],
  ])('calls %s a server error', async (_name, status, body) => {
    answer(status, body);
    await expect(transport('x')).rejects.toMatchObject({ name: 'HttpError', status, code: 'server' });
  });

  it('tells an absent server from a refusing one', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))),
    );
    await expect(transport('x')).rejects.toBeInstanceOf(NetworkError);
  });

  it('does not call giving up a failure of the network', async () => {
    const giveUp = new AbortController();
    giveUp.abort(new Error('left the page'));
    vi.stubGlobal(
      'fetch',
      vi.fn(async (_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason)),
    );
    await expect(transport('x', { signal: giveUp.signal })).rejects.toThrow('left the page');
  });
});

describe('http', () => {
  const unauthorized = new HttpError({ status: 401, code: 'token_expired', message: '' });
  const signedIn = () => ({
    token: vi.fn(async () => 'old'),
    renew: vi.fn(async () => 'new'),
    expired: vi.fn(async () => {}),
  });

  it('renews the token once when it is refused', async () => {
    const session = signedIn();
    const send = vi.fn<Transport>().mockRejectedValueOnce(unauthorized).mockResolvedValueOnce('done');
    await expect(createHttp(session, send)('x')).resolves.toBe('done');
    expect(send.mock.calls.map(([, request]) => request?.token)).toEqual(['old', 'new']);
    expect(session.expired).not.toHaveBeenCalled();
  });

  it('ends the session when the new token is refused too', async () => {
    const session = signedIn();
    const send = vi.fn<Transport>().mockRejectedValue(unauthorized);
    await expect(createHttp(session, send)('x')).rejects.toBe(unauthorized);
    expect(session.expired).toHaveBeenCalledOnce();
  });

  it('leaves the session alone for public calls', async () => {
    const session = signedIn();
    const send = vi.fn<Transport>().mockRejectedValue(unauthorized);
    await expect(createHttp(session, send)('x', { anonymous: true })).rejects.toBe(unauthorized);
    expect(session.token).not.toHaveBeenCalled();
    expect(session.expired).not.toHaveBeenCalled();
  });
});
