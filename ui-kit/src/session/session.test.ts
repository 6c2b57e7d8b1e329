import { describe, expect, it, vi } from 'vitest';
import { HttpError, NetworkError } from '../http/errors';
import type { Transport } from '../http/transport';
import { Session } from './session';

const MINUTE = 60_000;
const refused = () => new HttpError({ status: 401, code: 'not_signed_in', message: 'No session.' });

/** A server that hands out tokens of 15 minutes, and tabs that hear each other but not themselves. */
function world() {
  let now = Date.parse('2026-03-01T10:00:00Z');
  let issued = 0;
  const grant = () => ({
    accessToken: `token-${++issued}`,
    expiresAt: new Date(now + 15 * MINUTE).toISOString(),
  });
  const send = vi.fn<Transport>(async (path) => (path.includes('sign-out') ? undefined : grant()));
  const tabs: { hear: (message: string) => void }[] = [];
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const waits: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => waits.push(resolve));

  function openTab() {
    const ear = new EventTarget();
    const tab = { hear: (data: string) => void ear.dispatchEvent(new MessageEvent('message', { data })) };
    tabs.push(tab);
    const channel = {
      addEventListener: ear.addEventListener.bind(ear),
      postMessage: (data: string) => {
        for (const other of tabs) if (other !== tab) other.hear(data);
      },
    } as unknown as BroadcastChannel;
    return new Session({ send, now: () => now, tabs: channel, storage, wait });
  }

  return {
    send,
    openTab,
    runOutOfPatience: () => {
      for (const resolve of waits.splice(0)) resolve();
    },
    pass: (ms: number) => {
      now += ms;
    },
    refreshes: () => send.mock.calls.filter(([path]) => path.includes('refresh')).length,
  };
}

describe('start', () => {
  it('finds the session that the cookie still holds', async () => {
    const session = world().openTab();
    expect(session.state.status).toBe('verifying');
    await session.start();
    expect(session.state).toEqual({ status: 'signedIn' });
  });

  it('is signed out when the server refuses', async () => {
    const { send, openTab } = world();
    send.mockRejectedValue(refused());
    const session = openTab();
    await session.start();
    expect(session.state).toEqual({ status: 'signedOut', byHand: false });
  });

  it('is signed out when there is no cookie, which the server says without an error', async () => {
    const { send, openTab } = world();
    send.mockResolvedValue(undefined);
    const session = openTab();
    await session.start();
    expect(session.state).toEqual({ status: 'signedOut', byHand: false });
  });

  it('leaves the question open when nobody answers, and can ask again', async () => {
    const { send, openTab } = world();
    send.mockRejectedValueOnce(new NetworkError('away'));
    const session = openTab();
    await session.start();
    expect(session.state).toEqual({ status: 'verifying', unreachable: true });
    await session.start();
    expect(session.state).toEqual({ status: 'signedIn' });
  });

  it('does not undo a sign-in that was quicker than its answer', async () => {
    const { send, openTab } = world();
    let refuse = (_: HttpError) => {};
    send.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
    const session = openTab();
    const started = session.start();
    session.enter({ accessToken: 'token', expiresAt: '2999-01-01T00:00:00Z' });
    refuse(refused());
    await started;
    expect(session.state).toEqual({ status: 'signedIn' });
    expect(await session.token()).toBe('token');
  });
});

describe('token', () => {
  it('is the one in memory while more than a minute remains', async () => {
    const { openTab, pass, refreshes } = world();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    pass(14 * MINUTE);
    expect(await session.token()).toBe('token-1');
    expect(refreshes()).toBe(0);
  });

  it('is renewed once for all who ask at the same time', async () => {
    const { openTab, pass, refreshes } = world();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    pass(14 * MINUTE + 1);
    const tokens = await Promise.all([session.token(), session.token(), session.renew()]);
    expect(tokens).toEqual(['token-2', 'token-2', 'token-2']);
    expect(refreshes()).toBe(1);
  });

  it('ends the session when renewing is refused', async () => {
    const { send, openTab, pass } = world();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    pass(15 * MINUTE);
    send.mockRejectedValue(refused());
    await expect(session.token()).rejects.toBeInstanceOf(HttpError);
    expect(session.state.status).toBe('signedOut');
  });

  it('keeps the session when the network fails', async () => {
    const { send, openTab, pass } = world();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    pass(15 * MINUTE);
    send.mockRejectedValue(new NetworkError('away'));
    await expect(session.token()).rejects.toBeInstanceOf(NetworkError);
    expect(session.state.status).toBe('signedIn');
  });
});

describe('sign-out', () => {
  it('waits for those who have something to finish, before the server hears of it', async () => {
    const { send, openTab } = world();
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
    expect(send).not.toHaveBeenCalledWith('api/v2/users/sign-out/', expect.anything());
    expect(session.state.status).toBe('signedIn');
    finish();
    await done;
    expect(send).toHaveBeenLastCalledWith('api/v2/users/sign-out/', { method: 'POST', token: 'token-1' });
    expect(session.state.status).toBe('signedOut');
  });

  it('happens even when one of them fails', async () => {
    const session = world().openTab();
    await session.signIn('maya@example.org', 'secret');
    session.onSignOut(() => Promise.reject(new Error('socket already gone')));
    await session.signOut();
    expect(session.state.status).toBe('signedOut');
  });

  it('happens even when one of them hangs', async () => {
    const { openTab, runOutOfPatience } = world();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    session.onSignOut(() => new Promise(() => undefined));
    const done = session.signOut();
    runOutOfPatience();
    await done;
    expect(session.state.status).toBe('signedOut');
  });

  it('that the server has not heard of is not undone by its cookie, and is told later', async () => {
    const { send, openTab, refreshes } = world();
    const session = openTab();
    await session.signIn('maya@example.org', 'secret');
    send.mockRejectedValueOnce(new NetworkError('away'));
    await expect(session.signOut()).rejects.toBeInstanceOf(NetworkError);

    const reloaded = openTab();
    await reloaded.start();
    expect(reloaded.state).toEqual({ status: 'signedOut', byHand: false });
    expect(send).toHaveBeenLastCalledWith('api/v2/users/sign-out/', { method: 'POST', token: undefined });
    expect(refreshes()).toBe(0);

    await reloaded.signIn('tom@example.org', 'secret');
    const next = openTab();
    await next.start();
    expect(next.state).toEqual({ status: 'signedIn' });
  });

  it('reaches the other tabs, which do not tell the server again', async () => {
    const { send, openTab } = world();
    const [here, there] = [openTab(), openTab()];
    await here.start();
    await there.start();
    const goodbye = vi.fn();
    there.onSignOut(goodbye);

    await here.signOut();
    await vi.waitUntil(() => there.state.status === 'signedOut');
    expect(goodbye).toHaveBeenCalledOnce();
    expect([here.state, there.state]).toEqual(Array(2).fill({ status: 'signedOut', byHand: true }));
    expect(send.mock.calls.filter(([path]) => path.includes('sign-out'))).toHaveLength(1);
  });
});

it('follows a sign-in in another tab with a token of its own', async () => {
  const { send, openTab } = world();
  const [here, there] = [openTab(), openTab()];
  send.mockRejectedValueOnce(refused());
  await there.start();
  expect(there.state.status).toBe('signedOut');
  await here.signIn('maya@example.org', 'secret');
  await vi.waitUntil(() => there.state.status === 'signedIn');
  expect(await there.token()).toBe('token-2');
});
