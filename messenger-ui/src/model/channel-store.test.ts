import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientCommand } from '../client/frames.gen';
import { memoryStorage, outboxOf, page, wire } from '../testing/fixtures';
import { ChannelStore } from './channel-store';
import { fromWire } from './message';
import { newTempId } from './temp-id';

const ME = 'maya';
const TOM = 'tom';

function setUp(storage = memoryStorage()) {
  const sent: ClientCommand[] = [];
  const unread: number[] = [];
  let online = true;
  const channelStore = new ChannelStore({
    channelId: 'c',
    selfId: ME,
    outbox: outboxOf(storage),
    send: (command) => {
      if (online) sent.push(command);
      return online;
    },
    onUnread: (count) => unread.push(count),
    now: Date.now,
    newTempId,
  });
  const joined = (last_seq: number, last_seen_seq = last_seq, unreadCount = 0, last_change = 0) =>
    channelStore.receiveJoined({
      command: 'joined',
      channel: 'c',
      last_msg_id: `m${last_seq}`,
      last_seq,
      last_seen_seq,
      unread: unreadCount,
      last_change,
      changes_left_out: false,
    });
  const enter = (last: number) => {
    const leave = channelStore.open();
    channelStore.receivePage(page('fetch_messages', last, Math.max(1, last - 29)));
    joined(last);
    sent.length = 0;
    return leave;
  };
  const live = (seq: number, user = TOM, temp_id?: string) =>
    channelStore.receiveMessage(fromWire(wire(seq, { user_id: user, temp_id })));
  return {
    channelStore,
    storage,
    sent,
    unread,
    joined,
    enter,
    live,
    state: () => channelStore.getSnapshot(),
    seqs: () => channelStore.getSnapshot().messages.map((message) => message.seq),
    sends: () => sent.filter((command) => command.command === 'send'),
    cut: () => {
      online = false;
      channelStore.disconnected();
    },
    restore: () => {
      online = true;
      channelStore.connected();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('history', () => {
  it('is ready after join and newest page', () => {
    const t = setUp();
    t.channelStore.open();
    expect(t.sent.map((command) => command.command)).toEqual(['join', 'fetch_messages']);
    t.channelStore.receivePage(page('fetch_messages', 40, 11));
    expect(t.state().phase).toBe('loading');
    t.joined(40);
    expect(t.state().phase).toBe('ready');
    expect(t.seqs()).toHaveLength(30);
  });

  it('shows no message twice, whichever ways it comes', () => {
    const t = setUp();
    t.enter(3);
    t.live(4);
    t.live(4);
    t.channelStore.receivePage(page('missed', 4, 2));
    t.channelStore.receivePage(page('fetch_messages', 4, 1));
    expect(t.seqs()).toEqual([1, 2, 3, 4]);
  });

  it('keeps a message that overtakes the page', () => {
    const t = setUp();
    t.channelStore.open();
    t.live(4);
    t.channelStore.receivePage(page('fetch_messages', 3, 1));
    t.joined(4);
    expect(t.seqs()).toEqual([1, 2, 3, 4]);
  });

  it('requests messages missing before a new one', () => {
    const t = setUp();
    t.enter(3);
    t.live(5);
    expect(t.seqs()).toEqual([1, 2, 3]);
    expect(t.state().isLatest).toBe(false);
    expect(t.sent).toEqual([{ command: 'join', channel: 'c', after_msg_id: 'm3', after_change: 0 }]);
    t.channelStore.receivePage(page('missed', 5, 4));
    t.joined(5);
    expect(t.seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(t.state().isLatest).toBe(true);
  });

  it('requests missing messages only once', () => {
    const t = setUp();
    t.enter(3);
    t.live(5);
    t.live(6);
    t.live(7);
    expect(t.sent).toHaveLength(1);
    t.live(4);
    expect(t.seqs()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('takes missed pages in any order', () => {
    const t = setUp();
    t.enter(3);
    t.cut();
    t.restore();
    t.channelStore.receivePage(page('missed', 9, 7));
    t.channelStore.receivePage(page('missed', 6, 4));
    t.joined(9);
    expect(t.seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('starts a new window after a gap', () => {
    const t = setUp();
    t.enter(3);
    t.cut();
    t.restore();
    t.joined(100);
    expect(t.sent.at(-1)).toEqual({ command: 'fetch_messages', channel: 'c' });
    t.channelStore.receivePage(page('fetch_messages', 100, 71));
    expect(t.seqs()[0]).toBe(71);
    expect(t.state().reachedBeginning).toBe(false);
  });

  it('restarts after a refused join, then fails', () => {
    const t = setUp();
    t.enter(3);
    t.cut();
    t.restore();
    t.channelStore.requestRefused('join');
    expect(t.sent.slice(1)).toEqual([
      { command: 'join', channel: 'c' },
      { command: 'fetch_messages', channel: 'c' },
    ]);
    expect(t.seqs()).toEqual([]);
    t.channelStore.requestRefused('join');
    expect(t.state().phase).toBe('error');
  });

  it('loads older pages by the first anchor', () => {
    const t = setUp();
    t.enter(40);
    t.live(41);
    t.channelStore.loadOlder();
    t.channelStore.loadOlder();
    expect(t.sent).toEqual([{ command: 'get_room_chat_messages', channel: 'c', page_number: 2, anchor: 40 }]);
    expect(t.state().older).toBe('loading');
    t.channelStore.receivePage(page('get_room_chat_messages', 10, 1, { page_number: 2, anchor: 40 }));
    expect(t.seqs()).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
    expect(t.state()).toMatchObject({ older: 'idle', reachedBeginning: true });
  });

  it('reports failed older pages and retries', () => {
    const t = setUp();
    t.enter(40);
    t.channelStore.loadOlder();
    t.channelStore.requestRefused('get_room_chat_messages');
    expect(t.state().older).toBe('error');
    t.channelStore.loadOlder();
    expect(t.state().older).toBe('loading');
    t.cut();
    expect(t.state().older).toBe('error');
  });
});

describe('sending', () => {
  it('sends messages one by one in order', () => {
    const t = setUp();
    t.enter(1);
    for (const text of ['a', 'b', 'c']) t.channelStore.send(text);
    const order: unknown[] = [];
    for (let seq = 2; seq <= 4; seq++) {
      const last = t.sends().at(-1);
      if (last?.command !== 'send') throw new Error('nothing was sent');
      order.push(last.message);
      expect(t.sends()).toHaveLength(seq - 1);
      t.live(seq, ME, last.temp_id);
    }
    expect(order).toEqual(['a', 'b', 'c']);
    expect(t.state().pending).toEqual([]);
    expect(t.sends()).toHaveLength(3);
  });

  it('does not resend messages of a missed page', () => {
    const t = setUp();
    t.enter(1);
    t.channelStore.send('a');
    const [first] = t.state().pending;
    t.cut();
    t.restore();
    t.channelStore.receivePage({
      ...page('missed', 2, 2),
      messages: [wire(2, { user_id: ME, temp_id: first?.tempId })],
    });
    t.joined(2);
    expect(t.sends()).toHaveLength(1);
    expect(t.state().pending).toEqual([]);
    expect(t.seqs()).toEqual([1, 2]);
  });

  it('resends lost messages under the same id', () => {
    const t = setUp();
    t.enter(1);
    t.channelStore.send('a');
    t.cut();
    t.restore();
    t.joined(1);
    const ids = t.sends().map((command) => command.command === 'send' && command.temp_id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('resends a message without answer', () => {
    const t = setUp();
    t.enter(1);
    t.channelStore.send('a');
    vi.advanceTimersByTime(15_000);
    const ids = t.sends().map((command) => command.command === 'send' && command.temp_id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('sends offline messages once after a reload', () => {
    const before = setUp();
    before.enter(1);
    before.cut();
    before.channelStore.send('first');
    before.channelStore.send('second');
    const after = setUp(before.storage);
    after.channelStore.connected();
    after.joined(1);
    expect(after.sends()).toMatchObject([{ message: 'first' }]);
    const [first, second] = after.state().pending;
    after.live(2, ME, first?.tempId);
    after.live(3, ME, second?.tempId);
    expect(after.sends()).toMatchObject([{ message: 'first' }, { message: 'second' }]);
    expect(after.sent.at(-2)).toEqual({ command: 'leave', channel: 'c' });
    expect(outboxOf(before.storage).getSnapshot()).toEqual([]);
  });

  it('shows a refusal and sends the next', () => {
    const t = setUp();
    t.enter(1);
    t.channelStore.send('too long');
    t.channelStore.send('fine');
    const [refused] = t.state().pending;
    t.channelStore.sendRefused(refused?.tempId ?? '', 'message_too_long', undefined);
    expect(t.state().pending).toMatchObject([
      { status: 'failed', failure: 'message_too_long' },
      { status: 'in-progress' },
    ]);
    expect(t.sends()).toMatchObject([{ message: 'too long' }, { message: 'fine' }]);
    expect(t.channelStore.takeBack(refused?.tempId ?? '')?.text).toBe('too long');
    expect(t.state().pending).toHaveLength(1);
  });

  it('sends a failed message again when asked', () => {
    const t = setUp();
    t.enter(1);
    t.channelStore.send('a');
    const tempId = t.state().pending[0]?.tempId ?? '';
    t.channelStore.sendRefused(tempId, 'blackout', undefined);
    t.channelStore.resend(tempId);
    expect(t.sends()).toMatchObject([{ temp_id: tempId }, { temp_id: tempId }]);
  });

  it("respects the server's retry delay", () => {
    const t = setUp();
    t.enter(1);
    t.channelStore.send('a');
    t.channelStore.sendRefused(t.state().pending[0]?.tempId ?? '', 'rate_limited', 2_500);
    vi.advanceTimersByTime(2_499);
    expect(t.sends()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(t.sends()).toHaveLength(2);
    expect(t.state().pending[0]?.status).toBe('in-progress');
  });

  it('fails when the server stays unavailable', () => {
    const t = setUp();
    t.enter(1);
    t.channelStore.send('a');
    const tempId = t.state().pending[0]?.tempId ?? '';
    for (let attempt = 0; attempt < 6; attempt++) {
      t.channelStore.sendRefused(tempId, 'unavailable', undefined);
      vi.advanceTimersByTime(30_000);
    }
    expect(t.state().pending[0]).toMatchObject({ status: 'failed', failure: 'unavailable' });
  });
});

describe('reading', () => {
  it('keeps the unread line until the close', () => {
    const t = setUp();
    const leave = t.channelStore.open();
    t.channelStore.receivePage(page('fetch_messages', 10, 1));
    t.joined(10, 7, 3);
    expect(t.state().unreadAfterSeq).toBe(7);
    t.channelStore.markSeen();
    t.live(11);
    t.cut();
    t.restore();
    t.joined(11, 10, 1);
    expect(t.state().unreadAfterSeq).toBe(7);
    leave();
    t.channelStore.open();
    t.joined(11, 11, 0);
    expect(t.state().unreadAfterSeq).toBeNull();
  });

  it('reports the newest message as seen once', () => {
    const t = setUp();
    t.enter(3);
    t.live(4);
    expect(t.channelStore.markSeen()).toBe(true);
    expect(t.channelStore.markSeen()).toBe(false);
    expect(t.sent).toEqual([{ command: 'message_seen', channel: 'c', msg_id: 'm4' }]);
    expect(t.unread.at(-1)).toBe(0);
  });

  it('counts unread messages of others', () => {
    const t = setUp();
    t.enter(3);
    t.live(4);
    t.live(5, ME);
    t.live(6);
    expect(t.unread.at(-1)).toBe(2);
    t.channelStore.ownSeen(4);
    expect(t.unread.at(-1)).toBe(1);
    t.channelStore.ownSeen(6);
    expect(t.unread.at(-1)).toBe(0);
  });

  it('does not count deleted messages', () => {
    const t = setUp();
    t.enter(3);
    t.live(4);
    t.live(5);
    t.live(6, ME);
    const deleted = (seq: number, user_id = TOM) =>
      t.channelStore.receiveChanged(
        fromWire(wire(seq, { message: '', changed: seq, user_id, deleted_on: '2026-11-20T10:00:00Z' })),
      );
    deleted(4);
    deleted(4);
    deleted(3);
    deleted(6, ME);
    expect(t.unread.at(-1)).toBe(1);
    t.channelStore.ownSeen(4);
    expect(t.unread.at(-1)).toBe(1);
    t.channelStore.receiveMessage(
      fromWire(wire(7, { message: '', changed: 9, deleted_on: '2026-11-20T10:00:00Z' })),
    );
    expect(t.unread.at(-1)).toBe(1);
  });

  it('keeps messages unread until the next visit', () => {
    const t = setUp();
    const leave = t.enter(5);
    t.channelStore.markUnread('m4');
    expect(t.sent).toEqual([{ command: 'mark_unread', channel: 'c', msg_id: 'm4' }]);
    t.channelStore.markedUnread(3, 2);
    expect(t.state().unreadAfterSeq).toBe(3);
    expect(t.channelStore.markSeen()).toBe(false);
    t.live(6);
    expect(t.unread.at(-1)).toBe(3);
    expect(t.channelStore.markSeen()).toBe(false);
    leave();
    t.channelStore.open();
    t.joined(6, 3, 3);
    expect(t.channelStore.markSeen()).toBe(true);
  });

  it('writing ends the mark', () => {
    const t = setUp();
    t.enter(5);
    t.channelStore.markedUnread(3, 2);
    t.channelStore.send('Hello');
    expect(t.channelStore.markSeen()).toBe(true);
  });
});
