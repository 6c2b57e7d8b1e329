import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginSession } from '../login-session/page-login-session';
import { upload } from './upload';

/** A request whose response the test decides. */
class FakeRequest {
  static requests: FakeRequest[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers = new Map<string, string>();
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  body: FormData | null = null;
  url = '';
  status = 0;
  responseText = '';

  constructor() {
    FakeRequest.requests.push(this);
  }
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  getResponseHeader() {
    return '7';
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.onabort();
  }
  respond(status: number, text: string) {
    Object.assign(this, { status, responseText: text });
    this.onload();
  }
}

const file = new File(['content'], 'mug.png', { type: 'image/png' });

function start() {
  const onProgress = vi.fn();
  const abort = new AbortController();
  const params = { path: { channel: 'a b' } };
  const done = upload('/api/v2/chat/{channel}/attachments/', {
    params,
    file,
    onProgress,
    signal: abort.signal,
  });
  const call = async (number = 0) => {
    await vi.waitFor(() => expect(FakeRequest.requests[number]?.body).toBeTruthy());
    return FakeRequest.requests[number] as FakeRequest;
  };
  return { done, call, onProgress, abort };
}

beforeEach(() => {
  FakeRequest.requests = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.spyOn(loginSession, 'token').mockResolvedValue('old');
  vi.spyOn(loginSession, 'renew').mockResolvedValue('new');
});
afterEach(() => vi.restoreAllMocks());

describe('upload', () => {
  it('sends the file as a field and reports progress', async () => {
    const { done, call, onProgress } = start();
    const request = await call();
    expect(request.url).toBe('/api/v2/chat/a%20b/attachments/');
    expect(request.headers.get('authorization')).toBe('Bearer old');
    expect(request.body?.get('file')).toMatchObject({ name: 'mug.png' });
    request.upload.onprogress?.({ loaded: 3, total: 4 });
    expect(onProgress).toHaveBeenCalledWith(0.75);
    request.respond(201, '{"id":"a"}');
    await expect(done).resolves.toEqual({ id: 'a' });
  });

  it('renews a rejected token once', async () => {
    const { done, call } = start();
    (await call()).respond(401, '{"code":"token_expired","message":""}');
    const second = await call(1);
    expect(second.headers.get('authorization')).toBe('Bearer new');
    second.respond(201, '{}');
    await expect(done).resolves.toEqual({});
  });

  it('rejects with the code of the response', async () => {
    const { done, call } = start();
    (await call()).respond(429, '{"code":"rate_limited","message":""}');
    await expect(done).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 7 });
  });

  it('distinguishes a network failure from an abort', async () => {
    const failed = start();
    (await failed.call()).onerror();
    await expect(failed.done).rejects.toMatchObject({ name: 'NetworkError' });

    const aborted = start();
    await aborted.call(1);
    aborted.abort.abort(new Error('not wanted'));
    await expect(aborted.done).rejects.toThrow('not wanted');
  });
});
