import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../testing/fake-socket';
import type { ServerFrame } from './frames.gen';
import { HubSocket } from './socket';

const UNREAD = { command: 'unread_message', unread_messages: {} };

function setUp() {
  const sockets: FakeSocket[] = [];
  const events: ServerFrame[] = [];
  const tokens = ['token-1'];
  const unauthenticated = vi.fn();
  const termsRequired = vi.fn();
  const renewToken = vi.fn(() => {
    tokens.push(`token-${tokens.length + 1}`);
    return Promise.resolve(tokens.at(-1) ?? '');
  });
  const onReady = vi.fn();
  let random = 0.5;
  const socket = new HubSocket({
    createSocket: () => {
      const made = new FakeSocket();
      sockets.push(made);
      return made;
    },
    token: () => Promise.resolve(tokens.at(-1) ?? ''),
    nickname: () => 'Maya',
    renewToken,
    unauthenticated,
    termsRequired,
    onFrame: (event) => events.push(event),
    onReady,
    random: () => random,
    now: Date.now,
  });
  const current = () => {
    const last = sockets.at(-1);
    if (!last) throw new Error('no socket was opened');
    return last;
  };
  const open = async () => {
    current().accept();
    await vi.advanceTimersByTimeAsync(0);
    current().deliver(UNREAD);
  };
  return {
    socket,
    sockets,
    events,
    tokens,
    renewToken,
    unauthenticated,
    termsRequired,
    onReady,
    current,
    open,
    setRandom: (value: number) => {
      random = value;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('opening', () => {
  it('opens with the first frame, not the handshake', async () => {
    const { socket, current, onReady } = setUp();
    socket.start();
    current().accept();
    await vi.advanceTimersByTimeAsync(0);
    expect(current().sent).toEqual([{ command: 'unread_message', token: 'token-1', nickname: 'Maya' }]);
    expect(socket.getSnapshot().phase).toBe('connecting');
    current().deliver(UNREAD);
    expect(socket.getSnapshot()).toEqual({ phase: 'open', downSince: null, attempts: 0 });
    expect(onReady).toHaveBeenCalledOnce();
  });

  it('refuses to send before it is open', () => {
    const { socket, current } = setUp();
    socket.start();
    current().accept();
    expect(socket.send({ command: 'typing', channel: 'c' })).toBe(false);
  });

  it('abandons a handshake after its timeout', async () => {
    const { socket, sockets } = setUp();
    socket.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sockets[0]?.closedByClient).toBe(true);
    expect(socket.getSnapshot().phase).toBe('waiting');
  });

  it('keeps frame order and uses current tokens', async () => {
    const { socket, current, open, tokens } = setUp();
    socket.start();
    await open();
    socket.send({ command: 'join', channel: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    tokens.push('token-2');
    socket.send({ command: 'fetch_messages', channel: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    expect(current().sent.slice(1)).toMatchObject([
      { command: 'join', token: 'token-1' },
      { command: 'fetch_messages', token: 'token-2' },
    ]);
  });
});

describe('a lost network', () => {
  const isDown = (socket: HubSocket) => socket.getSnapshot().downSince !== null;

  it('is shown at once and ends with a frame', async () => {
    const { socket, current, open } = setUp();
    socket.start();
    await open();
    socket.networkLost();
    expect(isDown(socket)).toBe(true);
    expect(socket.isOpen).toBe(true);
    current().deliver(UNREAD);
    expect(isDown(socket)).toBe(false);
  });

  it('is shown when a request stays unanswered', async () => {
    const { socket, sockets, open } = setUp();
    socket.start();
    await open();
    socket.send({ command: 'join', channel: 'a' });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(isDown(socket)).toBe(true);
    expect(sockets).toHaveLength(1);
  });

  it('counts attempts until the connection is open', async () => {
    const { socket, current, open, setRandom } = setUp();
    setRandom(0);
    socket.start();
    current().drop();
    await vi.advanceTimersByTimeAsync(100);
    current().drop();
    await vi.advanceTimersByTimeAsync(100);
    expect(socket.getSnapshot().attempts).toBe(3);
    socket.retryNow();
    expect(socket.getSnapshot().attempts).toBe(4);
    await open();
    expect(socket.getSnapshot().attempts).toBe(0);
  });
});

describe('reconnecting', () => {
  it('backs off with full jitter up to 30 s', async () => {
    const { socket, sockets, current, setRandom } = setUp();
    setRandom(1);
    socket.start();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const opened = sockets.length;
      const lostAt = Date.now();
      current().drop();
      while (sockets.length === opened) await vi.advanceTimersToNextTimerAsync();
      waits.push(Date.now() - lostAt);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('resets the backoff after it was open', async () => {
    const { socket, sockets, current, open, setRandom } = setUp();
    setRandom(1);
    socket.start();
    for (const wait of [500, 1_000]) {
      current().drop();
      await vi.advanceTimersByTimeAsync(wait);
    }
    await open();
    current().drop();
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(4);
  });

  it('reconnects at once on wake', () => {
    const { socket, sockets, current } = setUp();
    socket.start();
    current().drop();
    socket.wake();
    expect(sockets).toHaveLength(2);
  });

  it('reconnects within two seconds after a restart', async () => {
    const { socket, sockets, current, open, setRandom } = setUp();
    socket.start();
    await open();
    setRandom(0.9);
    current().drop(1012);
    await vi.advanceTimersByTimeAsync(1_799);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(2);
  });

  it('stays closed after 4401 without login session', async () => {
    const { socket, sockets, current, open, unauthenticated } = setUp();
    unauthenticated.mockImplementation(() => socket.stop());
    socket.start();
    await open();
    current().drop(4401);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(unauthenticated).toHaveBeenCalledOnce();
    expect(sockets).toHaveLength(1);
    expect(socket.getSnapshot().phase).toBe('idle');
  });

  it('reports missing agreement after 4451', async () => {
    const { socket, current, termsRequired } = setUp();
    termsRequired.mockImplementation(() => socket.stop());
    socket.start();
    current().accept();
    await vi.advanceTimersByTimeAsync(0);
    current().drop(4451);
    expect(termsRequired).toHaveBeenCalledOnce();
    expect(socket.getSnapshot().phase).toBe('idle');
  });

  it('keeps the start of an outage', async () => {
    const { socket, current } = setUp();
    socket.start();
    const since = socket.getSnapshot().downSince;
    await vi.advanceTimersByTimeAsync(100);
    current().drop();
    await vi.advanceTimersByTimeAsync(300);
    expect(since).not.toBeNull();
    expect(socket.getSnapshot().downSince).toBe(since);
  });
});

describe('staying alive', () => {
  it('probes after 25 s, closes after 35 s', async () => {
    const { socket, current, open, sockets } = setUp();
    socket.start();
    await open();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(current().commands()).toEqual(['unread_message', 'unread_message']);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(socket.getSnapshot().phase).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets[0]?.closedByClient).toBe(true);
    expect(socket.getSnapshot().phase).toBe('waiting');
  });

  it('lives on when the probe is answered', async () => {
    const { socket, current, open } = setUp();
    socket.start();
    await open();
    await vi.advanceTimersByTimeAsync(25_000);
    current().deliver(UNREAD);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(socket.getSnapshot().phase).toBe('open');
  });

  it('tests a connection at once that slept', async () => {
    const { socket, current, open } = setUp();
    socket.start();
    await open();
    vi.setSystemTime(Date.now() + 3_600_000);
    socket.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(current().commands()).toEqual(['unread_message', 'unread_message']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.getSnapshot().phase).toBe('waiting');
  });

  it('ignores binary, malformed and unknown frames', async () => {
    const { socket, current, open, events } = setUp();
    socket.start();
    await open();
    const before = events.length;
    current().deliverBinary();
    for (const rubbish of ['', '{', 'null', '[]', '"x"', '{"command":7}', '{"command":"constructor"}']) {
      current().deliver(rubbish);
    }
    current().deliver({ command: 'from_the_future', channel: 'x' });
    current().deliver({ command: 'new_message', msg_id: 1 });
    expect(events).toHaveLength(before);
    expect(socket.getSnapshot().phase).toBe('open');
  });
});

describe('an expired token', () => {
  const REFUSAL = { command: 'error', code: 'token_expired', message: '', in_reply_to: 'join' };

  it('is renewed once and requests are repeated', async () => {
    const { socket, current, open, renewToken, onReady } = setUp();
    socket.start();
    await open();
    current().deliver(REFUSAL);
    current().deliver(REFUSAL);
    await vi.advanceTimersByTimeAsync(0);
    expect(renewToken).toHaveBeenCalledOnce();
    expect(current().sent.at(-1)).toMatchObject({ command: 'unread_message', token: 'token-2' });
    expect(onReady).toHaveBeenCalledTimes(2);
  });

  it('closes the connection when there is no other', async () => {
    const { socket, current, open, renewToken } = setUp();
    renewToken.mockRejectedValue(new Error('away'));
    socket.start();
    await open();
    current().deliver(REFUSAL);
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.getSnapshot().phase).toBe('waiting');
  });
});
