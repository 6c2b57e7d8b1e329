import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../session/the-session';
import { upload } from './upload';

/** The browser's end of one call, with the network's end in the hands of the test. */
class FakeCall {
  static made: FakeCall[] = [];
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
    FakeCall.made.push(this);
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
  answer(status: number, text: string) {
    Object.assign(this, { status, responseText: text });
    this.onload();
  }
}

const file = new File(['content'], 'mug.png', { type: 'image/png' });

function start() {
  const onProgress = vi.fn();
  const giveUp = new AbortController();
  const done = upload('api/x/', { field: 'file', file, onProgress, signal: giveUp.signal });
  const call = async (number = 0) => {
    await vi.waitFor(() => expect(FakeCall.made[number]?.body).toBeTruthy());
    return FakeCall.made[number] as FakeCall;
  };
  return { done, call, onProgress, giveUp };
}

beforeEach(() => {
  FakeCall.made = [];
  vi.stubGlobal('XMLHttpRequest', FakeCall);
  vi.spyOn(session, 'token').mockResolvedValue('old');
  vi.spyOn(session, 'renew').mockResolvedValue('new');
});
afterEach(() => vi.restoreAllMocks());

describe('upload', () => {
  it('sends the file as a form field and says how far it is', async () => {
    const { done, call, onProgress } = start();
    const made = await call();
    expect(made.url).toBe('/api/x/');
    expect(made.headers.get('authorization')).toBe('Bearer old');
    expect(made.body?.get('file')).toMatchObject({ name: 'mug.png' });
    made.upload.onprogress?.({ loaded: 3, total: 4 });
    expect(onProgress).toHaveBeenCalledWith(0.75);
    made.answer(201, '{"id":"a"}');
    await expect(done).resolves.toEqual({ id: 'a' });
  });

  it('renews the token once', async () => {
    const { done, call } = start();
    (await call()).answer(401, '{"code":"token_expired","message":""}');
    const second = await call(1);
    expect(second.headers.get('authorization')).toBe('Bearer new');
    second.answer(201, '{}');
    await expect(done).resolves.toEqual({});
  });

  it('carries the code of a refusal', async () => {
    const { done, call } = start();
    (await call()).answer(429, '{"code":"rate_limited","message":""}');
    await expect(done).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 7 });
  });

  it('tells a lost network from giving up', async () => {
    const lost = start();
    (await lost.call()).onerror();
    await expect(lost.done).rejects.toMatchObject({ name: 'NetworkError' });

    const stopped = start();
    await stopped.call(1);
    stopped.giveUp.abort(new Error('not wanted'));
    await expect(stopped.done).rejects.toThrow('not wanted');
  });
});
