import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { channel, member, memoryStorage, wire } from '../testing/fixtures';
import { withLastMessage } from './channels';
import { DraftStore } from './drafts';
import { fromWire } from './message';
import { Outbox } from './outbox';
import { ReceiptStore, readersByMessage } from './receipts';
import { SeenReporter } from './seen';
import { newTempId } from './temp-id';
import { TypingSignal, TypingStore } from './typing';
import { UnreadStore } from './unread';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('unread counters', () => {
  const entry = (count: number, is_tagged = false) => ({ count, data: { is_tagged } });

  it('are merged by channel and summed over those that are shown', () => {
    const unread = new UnreadStore();
    unread.showOnly(['a', 'b']);
    unread.merge({ a: entry(2), b: entry(1, true), hidden: entry(9, true) });
    unread.merge({ a: entry(3) });
    expect(unread.getSnapshot().total).toEqual({ count: 4, isTagged: true });
    unread.update('b', 0, false);
    expect(unread.getSnapshot().total).toEqual({ count: 3, isTagged: false });
  });

  it('say when there is more to read than before', () => {
    const unread = new UnreadStore();
    expect(unread.merge({ a: entry(2) })).toEqual([]);
    expect(unread.merge({ a: entry(3) })).toEqual(['a']);
    expect(unread.merge({ a: entry(0) })).toEqual([]);
  });

  it('keep the mark of a mention until everything is read', () => {
    const unread = new UnreadStore();
    unread.showOnly(['a']);
    unread.update('a', 1, true);
    unread.update('a', 2, false);
    expect(unread.getSnapshot().total).toEqual({ count: 2, isTagged: true });
  });
});

describe('typing', () => {
  it('ends after five seconds, or with a message', () => {
    const typing = new TypingStore();
    typing.started('c', 'tom');
    vi.advanceTimersByTime(3_000);
    typing.started('c', 'tom');
    typing.started('c', 'ana');
    vi.advanceTimersByTime(4_999);
    expect(typing.getSnapshot().get('c')).toEqual(['tom', 'ana']);
    typing.stopped('c', 'ana');
    expect(typing.getSnapshot().get('c')).toEqual(['tom']);
    vi.advanceTimersByTime(1);
    expect(typing.getSnapshot().get('c')).toEqual([]);
  });

  it('is told at most once in three seconds and channel', () => {
    const told: string[] = [];
    const signal = new TypingSignal((channelId) => told.push(channelId), Date.now);
    signal.keystroke('a');
    vi.advanceTimersByTime(2_999);
    signal.keystroke('a');
    signal.keystroke('b');
    expect(told).toEqual(['a', 'b']);
    vi.advanceTimersByTime(1);
    signal.keystroke('a');
    expect(told).toEqual(['a', 'b', 'a']);
  });
});

describe('what counts as seen', () => {
  const setUp = () => {
    const report = vi.fn(() => true);
    const seen = new SeenReporter(report, Date.now);
    return { report, seen };
  };

  it.each([
    { visible: false, focused: true, atBottom: true },
    { visible: true, focused: false, atBottom: true },
    { visible: true, focused: true, atBottom: false },
  ])('is nothing while %o', (attention) => {
    const { report, seen } = setUp();
    seen.attend(attention);
    seen.check();
    expect(report).not.toHaveBeenCalled();
  });

  it('is told at most once a second, and the last time not forgotten', () => {
    const { report, seen } = setUp();
    seen.attend({ visible: true, focused: true, atBottom: true });
    seen.check();
    seen.check();
    expect(report).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('is not told by a timer when the page was hidden meanwhile', () => {
    const { report, seen } = setUp();
    seen.attend({ visible: true, focused: true, atBottom: true });
    seen.check();
    seen.attend({ visible: false });
    vi.advanceTimersByTime(5_000);
    expect(report).toHaveBeenCalledTimes(1);
  });
});

describe('drafts', () => {
  it('are kept per channel and per person over a reload', () => {
    const storage = memoryStorage();
    const mention = { start: 0, end: 4, name: 'Tom', userId: 't' };
    new DraftStore(storage, 'maya').put('a', { text: '@Tom hello', mentions: [mention] });
    const again = new DraftStore(storage, 'maya');
    expect(again.of('a')).toEqual({ text: '@Tom hello', mentions: [mention] });
    expect(again.of('b').text).toBe('');
    expect(new DraftStore(storage, 'tom').of('a').text).toBe('');
  });

  it('leave nothing behind when they are sent', () => {
    const storage = memoryStorage();
    const drafts = new DraftStore(storage, 'maya');
    drafts.put('a', { text: 'x', mentions: [] });
    drafts.put('a', { text: '', mentions: [] });
    expect(storage.keys()).toEqual([]);
  });

  it('survive foreign hands in the storage', () => {
    const storage = memoryStorage();
    storage.set('mentor-hub.draft.maya.a', '{');
    storage.set(
      'mentor-hub.draft.maya.b',
      JSON.stringify({ text: 'kept', mentions: [{ start: 0, end: 9, name: 'Tom', userId: 't' }, null] }),
    );
    const drafts = new DraftStore(storage, 'maya');
    expect(drafts.of('a').text).toBe('');
    expect(drafts.of('b')).toEqual({ text: 'kept', mentions: [] });
  });
});

describe('the outbox', () => {
  const pending = (tempId: string) =>
    ({
      tempId,
      channelId: 'c',
      text: 'x',
      link: null,
      attachment: null,
      createdOn: 0,
      status: 'in-progress',
      failure: null,
      quote: null,
    }) as const;

  it('forgets what another tab settled, and leaves that of others alone', () => {
    const storage = memoryStorage();
    const outbox = new Outbox(storage, 'maya');
    outbox.add(pending('1'));
    outbox.add(pending('2'));
    outbox.removedElsewhere('mentor-hub.outbox.tom.1');
    outbox.removedElsewhere('mentor-hub.outbox.maya.2');
    expect(outbox.getSnapshot().map((message) => message.tempId)).toEqual(['1']);
    expect(new Outbox(storage, 'maya').getSnapshot()).toHaveLength(1);
    expect(new Outbox(storage, 'tom').getSnapshot()).toEqual([]);
  });

  it('gives ids that sort in the order they were made, also within a millisecond', () => {
    const ids = Array.from({ length: 5_000 }, () => newTempId());
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('read receipts', () => {
  const messages = [
    wire(1, { user_id: 'maya' }),
    wire(2, { user_id: 'tom' }),
    wire(3, { user_id: 'maya' }),
  ].map(fromWire);

  it('move forward only', () => {
    const receipts = new ReceiptStore();
    receipts.seen('c', 'tom', { seq: 3, at: null });
    receipts.seen('c', 'tom', { seq: 2, at: null });
    receipts.seed([channel({ channelMembers: [member({ userId: 'tom', lastViewedSeq: 1 })] })]);
    expect(receipts.getSnapshot().get('c')?.get('tom')?.seq).toBe(3);
  });

  it('stand under the newest message someone has seen, but not under their own', () => {
    const positions = new Map([
      ['tom', { seq: 2, at: null }],
      ['ana', { seq: 2, at: null }],
      ['sam', { seq: 9, at: null }],
    ]);
    const shown = readersByMessage(messages, positions, ['tom', 'ana', 'sam', 'new']);
    expect([...shown]).toEqual([
      [2, ['ana']],
      [3, ['sam']],
    ]);
  });
});

it('puts the channel of a new message first, and never an older line over a newer one', () => {
  const last = (seq: number) => ({ msgId: `m${seq}`, seq, userId: 'u', text: '', createdOn: '' });
  const list = [channel({ channelId: 'a' }), channel({ channelId: 'b', lastMessage: last(5) })];
  expect(withLastMessage(list, 'b', last(6)).map((entry) => entry.channelId)).toEqual(['b', 'a']);
  expect(withLastMessage(list, 'b', last(4))).toBe(list);
  expect(withLastMessage(list, 'elsewhere', last(1))).toBe(list);
});
