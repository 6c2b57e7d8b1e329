import { expect, it } from 'vitest';
import type { ClientCommand } from '../client/frames.gen';
import { memoryStorage, outboxOf, page, wire } from '../testing/fixtures';
import { ChannelStore } from './channel-store';
import { fromWire } from './message';
import { newTempId } from './temp-id';

const HEAD = 500;

/** Tom's long conversation, of which the newest page is there. */
function setUp({ entered = true } = {}) {
  const sent: ClientCommand[] = [];
  let online = true;
  const channelStore = new ChannelStore({
    channelId: 'c',
    selfId: 'maya',
    outbox: outboxOf(memoryStorage()),
    send: (command) => {
      if (online) sent.push(command);
      return online;
    },
    onUnread: () => {},
    now: Date.now,
    newTempId,
  });
  const enter = () => {
    channelStore.receivePage(page('fetch_messages', HEAD, HEAD - 29));
    channelStore.receiveJoined({
      command: 'joined',
      channel: 'c',
      last_msg_id: `m${HEAD}`,
      last_seq: HEAD,
      last_seen_seq: HEAD,
      unread: 0,
      last_change: 0,
      changes_left_out: false,
    });
  };
  const leave = channelStore.open();
  if (entered) {
    enter();
    sent.length = 0;
  }
  /** A page; the message with the number `selected` is the one that was asked for. */
  const answer = (last: number, first: number, changes: object | number = {}) => {
    const more = typeof changes === 'number' ? { selected_msg_id: `m${changes}` } : changes;
    channelStore.receivePage(page('get_room_chat_messages', last, first, more));
  };
  return {
    channelStore,
    sent,
    enter,
    leave,
    answer,
    state: () => channelStore.getSnapshot(),
    span: () => {
      const seqs = channelStore.getSnapshot().messages.map(({ seq }) => seq);
      const [first = 0] = seqs;
      expect(seqs, 'no gaps').toEqual(seqs.map((_, i) => first + i));
      return [first, seqs.at(-1)];
    },
    /** The jump of most tests: message 100 with what was said around it. */
    jump: () => {
      channelStore.jumpTo({ messageId: 'm100' });
      answer(115, 86, 100);
      sent.length = 0;
    },
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

const ask = (position: object) => ({ command: 'get_room_chat_messages', channel: 'c', ...position });

it('fetches an unknown message with its context', () => {
  const t = setUp();
  t.channelStore.jumpTo({ messageId: 'm100' });
  expect(t.sent).toEqual([ask({ message_id: 'm100' })]);
  expect(t.state()).toMatchObject({ jump: 'loading', focus: null, phase: 'ready' });
  expect(t.span()).toEqual([471, 500]);
  t.answer(115, 86, 100);
  expect(t.span()).toEqual([86, 115]);
  expect(t.state()).toMatchObject({ jump: 'idle', focus: { seq: 100 }, isDetached: true, isLatest: false });
});

it('jumps to a known message without request', () => {
  const t = setUp();
  t.channelStore.jumpTo({ messageId: 'm490' });
  const first = t.state().focus;
  t.channelStore.jumpTo({ seq: 490 });
  expect(t.sent).toEqual([]);
  expect(t.state()).toMatchObject({ focus: { seq: 490 }, isDetached: false });
  expect(t.state().focus).not.toBe(first);
});

it('requests the hidden oldest message', () => {
  const t = setUp();
  t.channelStore.jumpTo({ messageId: 'm471' });
  expect(t.sent).toHaveLength(1);
  t.answer(486, 457, 471);
  expect(t.span()).toEqual([457, 500]);
  expect(t.state()).toMatchObject({ focus: { seq: 471 }, isDetached: false });
});

it('jumps to a number or nearest end', () => {
  const t = setUp();
  t.channelStore.jumpTo({ seq: 7 });
  t.answer(22, 1, 7);
  expect(t.state()).toMatchObject({ focus: { seq: 7 }, reachedBeginning: true });
  t.channelStore.jumpTo({ seq: HEAD + 9 });
  t.answer(HEAD, HEAD - 29, HEAD);
  expect(t.state()).toMatchObject({ focus: { seq: HEAD }, isDetached: false });
});

it('requests the first message of a day', () => {
  const t = setUp();
  t.channelStore.jumpTo({ date: '2026-11-20T00:00:00Z' });
  expect(t.sent).toEqual([ask({ date: '2026-11-20T00:00:00Z' })]);
  t.answer(495, 466, 480);
  expect(t.state()).toMatchObject({ focus: { seq: 480 }, isDetached: false });
});

it('grows in both directions until windows merge', () => {
  const t = setUp();
  t.jump();
  t.channelStore.loadOlder();
  t.channelStore.loadNewer();
  expect(t.sent).toEqual([ask({ page_number: 2, anchor: 115 }), ask({ seq: 116, anchor: 145 })]);
  t.answer(85, 56, { page_number: 2, anchor: 115 });
  t.answer(145, 116, 116);
  expect(t.span()).toEqual([56, 145]);
  for (let last = 175; t.state().isDetached; last += 30) {
    t.channelStore.loadNewer();
    t.answer(last, last - 29);
  }
  expect(t.span()).toEqual([56, 500]);
  expect(t.state()).toMatchObject({ isLatest: true, newer: 'idle' });
  t.sent.length = 0;
  t.channelStore.loadNewer();
  t.channelStore.loadOlder();
  expect(t.sent, 'and goes on from the older end').toEqual([ask({ page_number: 3, anchor: 115 })]);
});

it('keeps the newest window current', () => {
  const t = setUp();
  t.jump();
  t.channelStore.receiveMessage(fromWire(wire(501)));
  expect(t.span()).toEqual([86, 115]);
  expect(t.state().newestMessages.at(-1)?.seq).toBe(501);
  t.channelStore.showNewest();
  expect(t.span()).toEqual([471, 501]);
  expect(t.state()).toMatchObject({ focus: { seq: 'end' }, isDetached: false });
});

it('reports nothing as seen while detached', () => {
  const t = setUp();
  t.jump();
  t.channelStore.receiveMessage(fromWire(wire(501)));
  expect(t.channelStore.markSeen()).toBe(false);
  expect(t.sent).toEqual([]);
  t.channelStore.showNewest();
  expect(t.channelStore.markSeen()).toBe(true);
});

it('shows what one writes where it will stand', () => {
  const t = setUp();
  t.jump();
  t.channelStore.send('here');
  expect(t.state()).toMatchObject({ isDetached: false, focus: { seq: 'end' } });
});

it('opens a channel directly at the message', () => {
  const t = setUp({ entered: false });
  t.channelStore.jumpTo({ messageId: 'm100' });
  t.enter();
  expect(t.state().phase).toBe('loading');
  t.answer(115, 86, 100);
  expect(t.state()).toMatchObject({ phase: 'ready', focus: { seq: 100 } });
  expect(t.span()).toEqual([86, 115]);
});

it('asks again after the connection was lost', () => {
  const t = setUp();
  t.cut();
  t.channelStore.jumpTo({ messageId: 'm100' });
  expect(t.sent).toEqual([]);
  t.restore();
  expect(t.sent).toContainEqual(ask({ message_id: 'm100' }));
  t.answer(115, 86, 100);
  expect(t.state()).toMatchObject({ jump: 'idle', focus: { seq: 100 } });
});

it('stays in place after a failed jump', () => {
  const t = setUp();
  t.channelStore.jumpTo({ messageId: 'gone' });
  t.channelStore.requestRefused('get_room_chat_messages');
  expect(t.state()).toMatchObject({ jump: 'error', isDetached: false });
  expect(t.span()).toEqual([471, 500]);
  t.channelStore.cancelJump();
  expect(t.state().jump).toBe('idle');
});

it('opens a channel despite a deleted target', () => {
  const t = setUp({ entered: false });
  t.channelStore.jumpTo({ messageId: 'gone' });
  t.enter();
  t.channelStore.requestRefused('get_room_chat_messages');
  expect(t.state()).toMatchObject({ phase: 'ready', jump: 'error' });
});

it('follows the last of several jumps', () => {
  const t = setUp();
  t.channelStore.loadOlder();
  t.channelStore.jumpTo({ messageId: 'm100' });
  t.channelStore.jumpTo({ messageId: 'm300' });
  t.answer(470, 441, { page_number: 2, anchor: 500 });
  t.answer(115, 86, 100);
  expect(t.state()).toMatchObject({ focus: null, jump: 'loading' });
  expect(t.span()).toEqual([441, 500]);
  t.answer(315, 286, 300);
  expect(t.state()).toMatchObject({ focus: { seq: 300 }, jump: 'idle', older: 'idle' });
  expect(t.span()).toEqual([286, 315]);
});

it('puts no page of one piece into another', () => {
  const t = setUp();
  t.jump();
  t.channelStore.loadNewer();
  t.channelStore.loadOlder();
  t.channelStore.jumpTo({ date: '2026-11-20T00:00:00Z' });
  t.answer(145, 116, 116);
  t.answer(85, 56, { page_number: 2, anchor: 115 });
  t.answer(315, 286, 300);
  expect(t.span()).toEqual([286, 315]);
  expect(t.state()).toMatchObject({ older: 'idle', newer: 'idle' });
});

it('reports the failed direction and retries', () => {
  const t = setUp();
  t.jump();
  t.channelStore.loadNewer();
  t.channelStore.loadOlder();
  t.channelStore.requestRefused('get_room_chat_messages');
  expect(t.state()).toMatchObject({ newer: 'error', older: 'loading' });
  t.channelStore.loadNewer();
  expect(t.state().newer).toBe('loading');
  t.cut();
  expect(t.state()).toMatchObject({ newer: 'error', older: 'error' });
});

it('reopens with the newest window', () => {
  const t = setUp();
  t.jump();
  t.leave();
  t.channelStore.open();
  t.enter();
  expect(t.state()).toMatchObject({ isDetached: false, focus: null });
});

it('ends the highlight of the target', () => {
  const t = setUp();
  t.jump();
  t.channelStore.clearFocus();
  expect(t.state()).toMatchObject({ focus: null, isDetached: true });
});

it('looked up message leaves the shown window', async () => {
  const { channelStore, sent, answer, span } = setUp();
  const found = channelStore.lookUp('m100');
  expect(sent).toEqual([{ command: 'get_room_chat_messages', channel: 'c', message_id: 'm100' }]);
  channelStore.jumpTo({ messageId: 'm300' });
  answer(115, 86, 100);
  expect((await found)?.some(({ msgId }) => msgId === 'm100')).toBe(true);
  expect(span()).toEqual([HEAD - 29, HEAD]);
  answer(315, 286, 300);
  expect(span()).toEqual([286, 315]);
});

it('look-up ends when refused or disconnected', async () => {
  const { channelStore } = setUp();
  const refused = channelStore.lookUp('m1');
  channelStore.requestRefused('get_room_chat_messages');
  expect(await refused).toBeNull();
  const interrupted = channelStore.lookUp('m1');
  channelStore.disconnected();
  expect(await interrupted).toBeNull();
});
