import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TabLock } from '../../attention/tab-locks';
import { Ringing, type RingingCall, type RingingOptions } from './ringing';

const CALL: RingingCall = {
  callId: 'one',
  room: 'r',
  channelId: 'c',
  fromUserId: 'tom',
  fromName: 'Tom Rivera',
};
const NOW = Date.UTC(2026, 10, 21, 10);
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();

function browser() {
  const taken = new Set<string>();
  const lock: TabLock = (name) => Promise.resolve(!taken.has(name) && Boolean(taken.add(name)));
  const silence = vi.fn();
  const ring = vi.fn(() => silence);
  const takeBack = vi.fn();
  const notify = vi.fn(() => takeBack);
  const answer = vi.fn();
  const tab = (changes: Partial<RingingOptions> = {}) =>
    new Ringing({
      lock,
      isFocused: () => false,
      canRing: () => true,
      ring,
      notify,
      answer,
      now: Date.now,
      ...changes,
    });
  return { tab, ring, silence, notify, takeBack, answer };
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an incoming call', () => {
  it('rings in one tab, shows in all', async () => {
    const { tab, ring, notify, takeBack } = browser();
    const tabs = [tab(), tab(), tab()];
    for (const one of tabs) one.incoming(CALL, inSeconds(45));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tabs.map((one) => one.getSnapshot())).toEqual([CALL, CALL, CALL]);
    expect(ring).toHaveBeenCalledOnce();
    expect(notify).toHaveBeenCalledOnce();
    for (const one of tabs) one.dismiss(CALL.callId);
    expect(takeBack).toHaveBeenCalledOnce();
  });

  it('rings in a tab that may play sound', async () => {
    const { tab, ring, notify } = browser();
    tab({ canRing: () => false, isFocused: () => true }).incoming(CALL, inSeconds(45));
    tab().incoming(CALL, inSeconds(45));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ring).toHaveBeenCalledOnce();
    expect(notify).not.toHaveBeenCalled();
  });

  it('stops after 45 seconds', async () => {
    const { tab, silence } = browser();
    const ringing = tab();
    ringing.incoming(CALL, inSeconds(3_600));
    await vi.advanceTimersByTimeAsync(44_999);
    expect(ringing.getSnapshot()).toEqual(CALL);
    await vi.advanceTimersByTimeAsync(1);
    expect(ringing.getSnapshot()).toBeNull();
    expect(silence).toHaveBeenCalledOnce();
  });

  it('tolerates clock skew but not stale frames', async () => {
    const { tab } = browser();
    const ahead = tab();
    ahead.incoming(CALL, inSeconds(-50));
    expect(ahead.getSnapshot()).toEqual(CALL);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ahead.getSnapshot()).toBeNull();
    ahead.incoming(CALL, inSeconds(-90));
    expect(ahead.getSnapshot()).toBeNull();
  });

  it.each(['settled', 'quiet'] as const)('is over when it is %s, and not for another call', async (how) => {
    const { tab, silence } = browser();
    const ringing = tab();
    ringing.incoming(CALL, inSeconds(45));
    await vi.advanceTimersByTimeAsync(1_000);
    const end = (id: string) => (how === 'settled' ? ringing.dismiss(id) : ringing.applyBlackouts([id]));
    end('another');
    expect(ringing.getSnapshot()).toEqual(CALL);
    end(how === 'settled' ? CALL.callId : CALL.channelId);
    expect(ringing.getSnapshot()).toBeNull();
    expect(silence).toHaveBeenCalledOnce();
  });

  it.each([true, false])('is answered (%s) once, and silent at once', async (accept) => {
    const { tab, silence, answer } = browser();
    const ringing = tab();
    ringing.incoming(CALL, inSeconds(45));
    await vi.advanceTimersByTimeAsync(1_000);
    if (accept) expect(ringing.accept()).toEqual(CALL);
    else ringing.decline();
    expect(ringing.accept()).toBeNull();
    expect(answer.mock.calls).toEqual([['r', accept, 'one']]);
    expect(silence).toHaveBeenCalledOnce();
  });

  it('is silent when answered before the lock', async () => {
    const { tab, ring, notify } = browser();
    const ringing = tab();
    ringing.incoming(CALL, inSeconds(45));
    ringing.dismiss(CALL.callId);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ring).not.toHaveBeenCalled();
    expect(notify).not.toHaveBeenCalled();
  });

  it('rings for the next call in the same room', async () => {
    const { tab, ring } = browser();
    const ringing = tab();
    for (const callId of ['one', 'two']) {
      ringing.incoming({ ...CALL, callId }, inSeconds(45));
      await vi.advanceTimersByTimeAsync(1_000);
      ringing.dismiss(callId);
    }
    expect(ring).toHaveBeenCalledTimes(2);
  });

  it('keeps the first of two', () => {
    const { tab } = browser();
    const ringing = tab();
    ringing.incoming(CALL, inSeconds(45));
    ringing.incoming({ ...CALL, room: 'other' }, inSeconds(45));
    expect(ringing.getSnapshot()?.room).toBe('r');
  });
});
