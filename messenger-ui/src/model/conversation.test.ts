import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientCommand } from '../client/protocol';
import { memoryStorage, page, wire } from '../testing/fixtures';
import { Conversation } from './conversation';
import { fromWire } from './message';
import { Outbox } from './outbox';
import { newTempId } from './temp-id';

const ME = 'maya';
const TOM = 'tom';

function setUp(storage = memoryStorage()) {
  const sent: ClientCommand[] = [];
  const unread: number[] = [];
  let online = true;
  const conversation = new Conversation({
    channelId: 'c',
    selfId: ME,
    outbox: new Outbox(storage, ME),
    send: (command) => {
      if (online) sent.push(command);
      return online;
    },
    onUnread: (count) => unread.push(count),
    now: Date.now,
    newTempId,
  });
  const joined = (last_seq: number, last_seen_seq = last_seq, unreadCount = 0, last_change = 0) =>
    conversation.receiveJoined({
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
    const leave = conversation.open();
    conversation.receivePage(page('fetch_messages', last, Math.max(1, last - 29)));
    joined(last);
    sent.length = 0;
    return leave;
  };
  const live = (seq: number, user = TOM, temp_id?: string) =>
    conversation.receiveMessage(fromWire(wire(seq, { user_id: user, temp_id })));
  return {
    conversation,
    storage,
    sent,
    unread,
    joined,
    enter,
    live,
    state: () => conversation.getSnapshot(),
    seqs: () => conversation.getSnapshot().messages.map((message) => message.seq),
    sends: () => sent.filter((command) => command.command === 'send'),
    cut: () => {
      online = false;
      conversation.disconnected();
    },
    restore: () => {
      online = true;
      conversation.connected();
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
  it('joins and asks for the newest page, and is ready when both have come', () => {
    const t = setUp();
    t.conversation.open();
    expect(t.sent.map((command) => command.command)).toEqual(['join', 'fetch_messages']);
    t.conversation.receivePage(page('fetch_messages', 40, 11));
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
    t.conversation.receivePage(page('missed', 4, 2));
    t.conversation.receivePage(page('fetch_messages', 4, 1));
    expect(t.seqs()).toEqual([1, 2, 3, 4]);
  });

  it('keeps a live message that overtakes the first page', () => {
    const t = setUp();
    t.conversation.open();
    t.live(4);
    t.conversation.receivePage(page('fetch_messages', 3, 1));
    t.joined(4);
    expect(t.seqs()).toEqual([1, 2, 3, 4]);
  });

  it('holds a message back that came before its predecessor, and asks for what is missing', () => {
    const t = setUp();
    t.enter(3);
    t.live(5);
    expect(t.seqs()).toEqual([1, 2, 3]);
    expect(t.state().isLatest).toBe(false);
    expect(t.sent).toEqual([{ command: 'join', channel: 'c', after_msg_id: 'm3', after_change: 0 }]);
    t.conversation.receivePage(page('missed', 5, 4));
    t.joined(5);
    expect(t.seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(t.state().isLatest).toBe(true);
  });

  it('asks only once while the missing ones are on their way', () => {
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
    t.conversation.receivePage(page('missed', 9, 7));
    t.conversation.receivePage(page('missed', 6, 4));
    t.joined(9);
    expect(t.seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('begins a new window rather than showing two pieces as one', () => {
    const t = setUp();
    t.enter(3);
    t.cut();
    t.restore();
    t.joined(100);
    expect(t.sent.at(-1)).toEqual({ command: 'fetch_messages', channel: 'c' });
    t.conversation.receivePage(page('fetch_messages', 100, 71));
    expect(t.seqs()[0]).toBe(71);
    expect(t.state().reachedBeginning).toBe(false);
  });

  it('begins anew where it cannot go on, and says so when that fails too', () => {
    const t = setUp();
    t.enter(3);
    t.cut();
    t.restore();
    t.conversation.requestRefused('join');
    expect(t.sent.slice(1)).toEqual([
      { command: 'join', channel: 'c' },
      { command: 'fetch_messages', channel: 'c' },
    ]);
    expect(t.seqs()).toEqual([]);
    t.conversation.requestRefused('join');
    expect(t.state().phase).toBe('error');
  });

  it('loads older pages by the anchor of the first one, up to the beginning', () => {
    const t = setUp();
    t.enter(40);
    t.live(41);
    t.conversation.loadOlder();
    t.conversation.loadOlder();
    expect(t.sent).toEqual([{ command: 'get_room_chat_messages', channel: 'c', page_number: 2, anchor: 40 }]);
    expect(t.state().older).toBe('loading');
    t.conversation.receivePage(page('get_room_chat_messages', 10, 1, { page_number: 2, anchor: 40 }));
    expect(t.seqs()).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
    expect(t.state()).toMatchObject({ older: 'idle', reachedBeginning: true });
  });

  it('says that older messages could not be loaded, and tries again when asked', () => {
    const t = setUp();
    t.enter(40);
    t.conversation.loadOlder();
    t.conversation.requestRefused('get_room_chat_messages');
    expect(t.state().older).toBe('error');
    t.conversation.loadOlder();
    expect(t.state().older).toBe('loading');
    t.cut();
    expect(t.state().older).toBe('error');
  });
});

describe('sending', () => {
  it('hands messages over one by one, in the order they were written', () => {
    const t = setUp();
    t.enter(1);
    for (const text of ['a', 'b', 'c']) t.conversation.send(text);
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

  it('does not send again what the missed page shows as arrived', () => {
    const t = setUp();
    t.enter(1);
    t.conversation.send('a');
    const [first] = t.state().pending;
    t.cut();
    t.restore();
    t.conversation.receivePage({
      ...page('missed', 2, 2),
      messages: [wire(2, { user_id: ME, temp_id: first?.tempId })],
    });
    t.joined(2);
    expect(t.sends()).toHaveLength(1);
    expect(t.state().pending).toEqual([]);
    expect(t.seqs()).toEqual([1, 2]);
  });

  it('sends again under the same id what was lost with the connection', () => {
    const t = setUp();
    t.enter(1);
    t.conversation.send('a');
    t.cut();
    t.restore();
    t.joined(1);
    const ids = t.sends().map((command) => command.command === 'send' && command.temp_id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('offers a message again that nobody answers', () => {
    const t = setUp();
    t.enter(1);
    t.conversation.send('a');
    vi.advanceTimersByTime(15_000);
    const ids = t.sends().map((command) => command.command === 'send' && command.temp_id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('keeps what was written without a connection over a reload and sends it once', () => {
    const before = setUp();
    before.enter(1);
    before.cut();
    before.conversation.send('first');
    before.conversation.send('second');
    const after = setUp(before.storage);
    after.conversation.connected();
    after.joined(1);
    expect(after.sends()).toMatchObject([{ message: 'first' }]);
    const [first, second] = after.state().pending;
    after.live(2, ME, first?.tempId);
    after.live(3, ME, second?.tempId);
    expect(after.sends()).toMatchObject([{ message: 'first' }, { message: 'second' }]);
    expect(after.sent.at(-2)).toEqual({ command: 'leave', channel: 'c' });
    expect(new Outbox(before.storage, ME).getSnapshot()).toEqual([]);
  });

  it('shows a refusal on its row and goes on with the next one', () => {
    const t = setUp();
    t.enter(1);
    t.conversation.send('too long');
    t.conversation.send('fine');
    const [refused] = t.state().pending;
    t.conversation.sendRefused(refused?.tempId ?? '', 'message_too_long', undefined);
    expect(t.state().pending).toMatchObject([
      { status: 'failed', failure: 'message_too_long' },
      { status: 'in-progress' },
    ]);
    expect(t.sends()).toMatchObject([{ message: 'too long' }, { message: 'fine' }]);
    expect(t.conversation.takeBack(refused?.tempId ?? '')).toBe('too long');
    expect(t.state().pending).toHaveLength(1);
  });

  it('sends a failed message again when asked', () => {
    const t = setUp();
    t.enter(1);
    t.conversation.send('a');
    const tempId = t.state().pending[0]?.tempId ?? '';
    t.conversation.sendRefused(tempId, 'blackout', undefined);
    t.conversation.resend(tempId);
    expect(t.sends()).toMatchObject([{ temp_id: tempId }, { temp_id: tempId }]);
  });

  it('waits as long as the server asks when it is too fast', () => {
    const t = setUp();
    t.enter(1);
    t.conversation.send('a');
    t.conversation.sendRefused(t.state().pending[0]?.tempId ?? '', 'rate_limited', 2_500);
    vi.advanceTimersByTime(2_499);
    expect(t.sends()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(t.sends()).toHaveLength(2);
    expect(t.state().pending[0]?.status).toBe('in-progress');
  });

  it('gives up in the end when the server stays unavailable', () => {
    const t = setUp();
    t.enter(1);
    t.conversation.send('a');
    const tempId = t.state().pending[0]?.tempId ?? '';
    for (let attempt = 0; attempt < 6; attempt++) {
      t.conversation.sendRefused(tempId, 'unavailable', undefined);
      vi.advanceTimersByTime(30_000);
    }
    expect(t.state().pending[0]).toMatchObject({ status: 'failed', failure: 'unavailable' });
  });
});

describe('reading', () => {
  it('keeps the unread line where it was until the channel is left', () => {
    const t = setUp();
    const leave = t.conversation.open();
    t.conversation.receivePage(page('fetch_messages', 10, 1));
    t.joined(10, 7, 3);
    expect(t.state().unreadAfterSeq).toBe(7);
    t.conversation.markSeen();
    t.live(11);
    t.cut();
    t.restore();
    t.joined(11, 10, 1);
    expect(t.state().unreadAfterSeq).toBe(7);
    leave();
    t.conversation.open();
    t.joined(11, 11, 0);
    expect(t.state().unreadAfterSeq).toBeNull();
  });

  it('tells the newest message as seen, once', () => {
    const t = setUp();
    t.enter(3);
    t.live(4);
    expect(t.conversation.markSeen()).toBe(true);
    expect(t.conversation.markSeen()).toBe(false);
    expect(t.sent).toEqual([{ command: 'message_seen', channel: 'c', msg_id: 'm4' }]);
    expect(t.unread.at(-1)).toBe(0);
  });

  it('counts messages of others only, less what was read elsewhere', () => {
    const t = setUp();
    t.enter(3);
    t.live(4);
    t.live(5, ME);
    t.live(6);
    expect(t.unread.at(-1)).toBe(2);
    t.conversation.ownSeen(4);
    expect(t.unread.at(-1)).toBe(1);
    t.conversation.ownSeen(6);
    expect(t.unread.at(-1)).toBe(0);
  });
});
