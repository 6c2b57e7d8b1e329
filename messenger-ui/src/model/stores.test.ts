import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { channel, member, memoryStorage, outboxOf, wire } from '../testing/fixtures';
import { withChangedMessage, withLastMessage } from './channels';
import { DraftStore } from './drafts';
import { fromWire } from './message';
import { ReceiptStore, readersByMessage } from './receipts';
import { SeenReporter } from './seen-reporter';
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

  it('are merged by channel and summed if visible', () => {
    const unread = new UnreadStore();
    unread.setVisible(['a', 'b']);
    unread.merge({ a: entry(2), b: entry(1, true), hidden: entry(9, true) });
    unread.merge({ a: entry(3) });
    expect(unread.getSnapshot().total).toEqual({ count: 4, isTagged: true });
    unread.update('b', 0, false);
    expect(unread.getSnapshot().total).toEqual({ count: 3, isTagged: false });
  });

  it('return channels with higher counts', () => {
    const unread = new UnreadStore();
    expect(unread.merge({ a: entry(2) })).toEqual([]);
    expect(unread.merge({ a: entry(3) })).toEqual(['a']);
    expect(unread.merge({ a: entry(0) })).toEqual([]);
  });

  it('keep a mention until all is read', () => {
    const unread = new UnreadStore();
    unread.setVisible(['a']);
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

  it('is sent at most once in three seconds', () => {
    const sent: string[] = [];
    const signal = new TypingSignal((channelId) => sent.push(channelId), Date.now);
    signal.keystroke('a');
    vi.advanceTimersByTime(2_999);
    signal.keystroke('a');
    signal.keystroke('b');
    expect(sent).toEqual(['a', 'b']);
    vi.advanceTimersByTime(1);
    signal.keystroke('a');
    expect(sent).toEqual(['a', 'b', 'a']);
  });
});

describe('seen reports', () => {
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
    seen.update(attention);
    seen.check();
    expect(report).not.toHaveBeenCalled();
  });

  it('is reported at most once a second', () => {
    const { report, seen } = setUp();
    seen.update({ visible: true, focused: true, atBottom: true });
    seen.check();
    seen.check();
    expect(report).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('is not reported while the page is hidden', () => {
    const { report, seen } = setUp();
    seen.update({ visible: true, focused: true, atBottom: true });
    seen.check();
    seen.update({ visible: false });
    vi.advanceTimersByTime(5_000);
    expect(report).toHaveBeenCalledTimes(1);
  });
});

describe('drafts', () => {
  it('are stored per channel and person', () => {
    const storage = memoryStorage();
    const mention = { start: 0, end: 4, name: 'Tom', userId: 't' };
    new DraftStore(storage, 'maya').save('a', { text: '@Tom hello', mentions: [mention] });
    const again = new DraftStore(storage, 'maya');
    expect(again.get('a')).toEqual({ text: '@Tom hello', mentions: [mention] });
    expect(again.get('b').text).toBe('');
    expect(new DraftStore(storage, 'tom').get('a').text).toBe('');
  });

  it('leave nothing behind when they are sent', () => {
    const storage = memoryStorage();
    const drafts = new DraftStore(storage, 'maya');
    drafts.save('a', { text: 'x', mentions: [] });
    drafts.save('a', { text: '', mentions: [] });
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
    expect(drafts.get('a').text).toBe('');
    expect(drafts.get('b')).toEqual({ text: 'kept', mentions: [] });
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

  it('removes messages that another tab removed', () => {
    const storage = memoryStorage();
    const outbox = outboxOf(storage);
    outbox.add(pending('1'));
    outbox.add(pending('2'));
    outbox.removedElsewhere('mentor-hub.outbox.tom.1');
    outbox.removedElsewhere('mentor-hub.outbox.maya.2');
    expect(outbox.getSnapshot().map((message) => message.tempId)).toEqual(['1']);
    expect(outboxOf(storage).getSnapshot()).toHaveLength(1);
    expect(outboxOf(storage, 'tom').getSnapshot()).toEqual([]);
  });

  it('creates ids that sort by creation', () => {
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

  it('stand under the newest message seen', () => {
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

it('puts the channel of a new message first', () => {
  const last = (seq: number) => ({
    msgId: `m${seq}`,
    seq,
    userId: 'u',
    text: '',
    isPrivate: false,
    attachmentName: null,
    isDeleted: false,
    createdOn: '',
  });
  const list = [channel({ channelId: 'a' }), channel({ channelId: 'b', lastMessage: last(5) })];
  expect(withLastMessage(list, 'b', last(6)).map((entry) => entry.channelId)).toEqual(['b', 'a']);
  expect(withLastMessage(list, 'b', last(4))).toBe(list);
  expect(withLastMessage(list, 'elsewhere', last(1))).toBe(list);
});

it('deletion empties the last message only', () => {
  const lastMessage = {
    ...{ msgId: 'm1', seq: 1, userId: 'u', createdOn: '' },
    text: 'one',
    isPrivate: false,
    isDeleted: false,
    attachmentName: null,
  };
  const list = [channel({ lastMessage })];
  const changed = { text: '', isDeleted: true };
  expect(withChangedMessage(list, 'c', 'm1', changed)[0]?.lastMessage).toMatchObject(changed);
  expect(withChangedMessage(list, 'c', 'm2', changed)[0]?.lastMessage).toEqual(lastMessage);
});
