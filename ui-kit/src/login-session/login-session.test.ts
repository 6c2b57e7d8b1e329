import { describe, expect, it, vi } from 'vitest';
import { HttpError, NetworkError } from '../http/errors';
import type { Transport } from '../http/transport';
import { LoginSession } from './login-session';

const MINUTE = 60_000;
const unauthorized = () => new HttpError({ status: 401, code: 'not_signed_in', message: 'No session.' });

/** A server that issues tokens of 15 minutes, and tabs that receive the messages of the others. */
function setUp() {
  let now = Date.parse('2026-03-01T10:00:00Z');
  let issued = 0;
  const grant = () => ({
    accessToken: `token-${++issued}`,
    expiresAt: new Date(now + 15 * MINUTE).toISOString(),
  });
  const send = vi.fn<Transport>(async (path) => (path.includes('sign-out') ? undefined : grant()));
  const tabs: { receive: (message: string) => void }[] = [];
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const waits: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => waits.push(resolve));

  function openTab() {
    const target = new EventTarget();
    const tab = {
      receive: (data: string) => void target.dispatchEvent(new MessageEvent('message', { data })),
    };
    tabs.push(tab);
    const channel = {
      addEventListener: target.addEventListener.bind(target),
      postMessage: (data: string) => {
        for (const other of tabs) if (other !== tab) other.receive(data);
      },
    } as unknown as BroadcastChannel;
    return new LoginSession({ send, now: () => now, tabs: channel, storage, wait });
  }

  return {
    send,
    openTab,
    elapseWaits: () => {
      for (const resolve of waits.splice(0)) resolve();
    },
    pass: (ms: number) => {
      now += ms;
    },
    refreshes: () => send.mock.calls.filter(([path]) => path.includes('refresh')).length,
  };
}

describe('start', () => {
  it('finds the login session of the cookie', async () => {
    const session = setUp().openTab();
    expect(session.state.status).toBe('verifying');
    await session.start();
    expect(session.state).toEqual({ status: 'signedIn' });
  });

  it('is signed out after a rejection', async () => {
    const { send, openTab } = setUp();
    send.mockRejectedValue(unauthorized());
    const session = openTab();
    await session.start();
    expect(session.state).toEqual({ status: 'signedOut', byUser: false });
  });

  it('is signed out without a cookie', async () => {
    const { send, openTab } = setUp();
    send.mockResolvedValue(undefined);
    const session = openTab();
    await session.start();
    expect(session.state).toEqual({ status: 'signedOut', byUser: false });
  });

  it('can be retried when the server is unreachable', async () => {
    const { send, openTab } = setUp();
    send.mockRejectedValueOnce(new NetworkError('away'));
    const session = openTab();
    await session.start();
    expect(session.state).toEqual({ status: 'verifying', unreachable: true });
    await session.start();
    expect(session.state).toEqual({ status: 'signedIn' });
  });

  it('keeps a sign-in that finished earlier', async () => {
    const { send, openTab } = setUp();
    let refuse = (_: HttpError) => {};
    send.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
    const session = openTab();
    const started = session.start();
    session.begin({ accessToken: 'token', expiresAt: '2999-01-01T00:00:00Z' });
    refuse(unauthorized());
    await started;
    expect(session.state).toEqual({ status: 'signedIn' });
    expect(await session.token()).toBe('token');
  });
});

describe('token', () => {
  it('is reused while over a minute remains', async () => {
    const { openTab, pass, refreshes } = setUp();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    pass(14 * MINUTE);
    expect(await session.token()).toBe('token-1');
    expect(refreshes()).toBe(0);
  });

  it('is renewed once for concurrent callers', async () => {
    const { openTab, pass, refreshes } = setUp();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    pass(14 * MINUTE + 1);
    const tokens = await Promise.all([session.token(), session.token(), session.renew()]);
    expect(tokens).toEqual(['token-2', 'token-2', 'token-2']);
    expect(refreshes()).toBe(1);
  });

  it('ends the login session after rejected renewal', async () => {
    const { send, openTab, pass } = setUp();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    pass(15 * MINUTE);
    send.mockRejectedValue(unauthorized());
    await expect(session.token()).rejects.toBeInstanceOf(HttpError);
    expect(session.state.status).toBe('signedOut');
  });

  it('keeps the login session after a network failure', async () => {
    const { send, openTab, pass } = setUp();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    pass(15 * MINUTE);
    send.mockRejectedValue(new NetworkError('away'));
    await expect(session.token()).rejects.toBeInstanceOf(NetworkError);
    expect(session.state.status).toBe('signedIn');
  });
});

describe('sign-out', () => {
  it('awaits its listeners before calling the server', async () => {
    const { send, openTab } = setUp();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    let finish = () => {};
    session.onSignOut(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );

    const done = session.signOut();
    expect(send).not.toHaveBeenCalledWith('/api/v2/users/sign-out/', expect.anything());
    expect(session.state.status).toBe('signedIn');
    finish();
    await done;
    expect(send).toHaveBeenLastCalledWith('/api/v2/users/sign-out/', { method: 'POST', token: 'token-1' });
    expect(session.state.status).toBe('signedOut');
  });

  it('completes when a listener fails', async () => {
    const session = setUp().openTab();
    await session.signIn('maya@example.org', 'secret');
    session.onSignOut(() => Promise.reject(new Error('socket already gone')));
    await session.signOut();
    expect(session.state.status).toBe('signedOut');
  });

  it('completes when a listener hangs', async () => {
    const { openTab, elapseWaits } = setUp();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    session.onSignOut(() => new Promise(() => undefined));
    const done = session.signOut();
    elapseWaits();
    await done;
    expect(session.state.status).toBe('signedOut');
  });

  it('unsent sign-out is repeated after a reload', async () => {
    const { send, openTab, refreshes } = setUp();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    send.mockRejectedValueOnce(new NetworkError('away'));
    await expect(session.signOut()).rejects.toBeInstanceOf(NetworkError);

    const reloaded = openTab();
    await reloaded.start();
    expect(reloaded.state).toEqual({ status: 'signedOut', byUser: false });
    expect(send).toHaveBeenLastCalledWith('/api/v2/users/sign-out/', { method: 'POST', token: undefined });
    expect(refreshes()).toBe(0);

    await reloaded.signIn('tom@example.org', 'secret');
    const next = openTab();
    await next.start();
    expect(next.state).toEqual({ status: 'signedIn' });
  });

  it('reaches other tabs without a second request', async () => {
    const { send, openTab } = setUp();
    const [here, there] = [openTab(), openTab()];
    await here.start();
    await there.start();
    const listener = vi.fn();
    there.onSignOut(listener);

    await here.signOut();
    await vi.waitUntil(() => there.state.status === 'signedOut');
    expect(listener).toHaveBeenCalledOnce();
    expect([here.state, there.state]).toEqual(Array(2).fill({ status: 'signedOut', byUser: true }));
    expect(send.mock.calls.filter(([path]) => path.includes('sign-out'))).toHaveLength(1);
  });
});

it('follows a sign-in in another tab', async () => {
  const { send, openTab } = setUp();
  const [here, there] = [openTab(), openTab()];
  send.mockRejectedValueOnce(unauthorized());
  await there.start();
  expect(there.state.status).toBe('signedOut');
  await here.signIn('maya@example.org', 'secret');
  await vi.waitUntil(() => there.state.status === 'signedIn');
  expect(await there.token()).toBe('token-2');
});
