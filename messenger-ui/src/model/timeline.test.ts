import { expect, it } from 'vitest';
import type { ClientCommand } from '../client/protocol';
import { memoryStorage, page, wire } from '../testing/fixtures';
import { Conversation } from './conversation';
import { fromWire } from './message';
import { Outbox } from './outbox';
import { newTempId } from './temp-id';

const HEAD = 500;

/** Tom's long conversation, of which the newest page is there. */
function setUp({ entered = true } = {}) {
  const sent: ClientCommand[] = [];
  let online = true;
  const conversation = new Conversation({
    channelId: 'c',
    selfId: 'maya',
    outbox: new Outbox(memoryStorage(), 'maya'),
    send: (command) => {
      if (online) sent.push(command);
      return online;
    },
    onUnread: () => {},
    now: Date.now,
    newTempId,
  });
  const enter = () => {
    conversation.receivePage(page('fetch_messages', HEAD, HEAD - 29));
    conversation.receiveJoined({
      command: 'joined',
      channel: 'c',
      last_msg_id: `m${HEAD}`,
      last_seq: HEAD,
      last_seen_seq: HEAD,
      unread: 0,
      last_change: 0,
    });
  };
  const leave = conversation.open();
  if (entered) {
    enter();
    sent.length = 0;
  }
  /** A page; the message with the number `selected` is the one that was asked for. */
  const answer = (last: number, first: number, changes: object | number = {}) => {
    const more = typeof changes === 'number' ? { selected_msg_id: `m${changes}` } : changes;
    conversation.receivePage(page('get_room_chat_messages', last, first, more));
  };
  return {
    conversation,
    sent,
    enter,
    leave,
    answer,
    state: () => conversation.getSnapshot(),
    span: () => {
      const seqs = conversation.getSnapshot().messages.map(({ seq }) => seq);
      const [first = 0] = seqs;
      expect(seqs, 'no gaps').toEqual(seqs.map((_, i) => first + i));
      return [first, seqs.at(-1)];
    },
    /** The jump of most tests: message 100 with what was said around it. */
    jump: () => {
      conversation.jumpTo({ messageId: 'm100' });
      answer(115, 86, 100);
      sent.length = 0;
    },
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

const ask = (place: object) => ({ command: 'get_room_chat_messages', channel: 'c', ...place });

it('goes to a message that is not there with what was said around it', () => {
  const t = setUp();
  t.conversation.jumpTo({ messageId: 'm100' });
  expect(t.sent).toEqual([ask({ message_id: 'm100' })]);
  expect(t.state()).toMatchObject({ jump: 'loading', focus: null, phase: 'ready' });
  expect(t.span()).toEqual([471, 500]);
  t.answer(115, 86, 100);
  expect(t.span()).toEqual([86, 115]);
  expect(t.state()).toMatchObject({ jump: 'idle', focus: { seq: 100 }, isDetached: true, isLatest: false });
});

it('goes to one that is there without asking, each time anew', () => {
  const t = setUp();
  t.conversation.jumpTo({ messageId: 'm490' });
  const first = t.state().focus;
  t.conversation.jumpTo({ seq: 490 });
  expect(t.sent).toEqual([]);
  expect(t.state()).toMatchObject({ focus: { seq: 490 }, isDetached: false });
  expect(t.state().focus).not.toBe(first);
});

it('asks for the oldest message that is known, since that one is not shown', () => {
  const t = setUp();
  t.conversation.jumpTo({ messageId: 'm471' });
  expect(t.sent).toHaveLength(1);
  t.answer(486, 457, 471);
  expect(t.span()).toEqual([457, 500]);
  expect(t.state()).toMatchObject({ focus: { seq: 471 }, isDetached: false });
});

it('goes to a number, and to the end that lies nearest to one beyond it', () => {
  const t = setUp();
  t.conversation.jumpTo({ seq: 7 });
  t.answer(22, 1, 7);
  expect(t.state()).toMatchObject({ focus: { seq: 7 }, reachedBeginning: true });
  t.conversation.jumpTo({ seq: HEAD + 9 });
  t.answer(HEAD, HEAD - 29, HEAD);
  expect(t.state()).toMatchObject({ focus: { seq: HEAD }, isDetached: false });
});

it('goes to the first message of a day, which only the server knows', () => {
  const t = setUp();
  t.conversation.jumpTo({ date: '2026-11-20T00:00:00Z' });
  expect(t.sent).toEqual([ask({ date: '2026-11-20T00:00:00Z' })]);
  t.answer(495, 466, 480);
  expect(t.state()).toMatchObject({ focus: { seq: 480 }, isDetached: false });
});

it('reads on in both directions, until the piece is one with the newest part', () => {
  const t = setUp();
  t.jump();
  t.conversation.loadOlder();
  t.conversation.loadNewer();
  expect(t.sent).toEqual([ask({ page_number: 2, anchor: 115 }), ask({ seq: 116, anchor: 145 })]);
  t.answer(85, 56, { page_number: 2, anchor: 115 });
  t.answer(145, 116, 116);
  expect(t.span()).toEqual([56, 145]);
  for (let last = 175; t.state().isDetached; last += 30) {
    t.conversation.loadNewer();
    t.answer(last, last - 29);
  }
  expect(t.span()).toEqual([56, 500]);
  expect(t.state()).toMatchObject({ isLatest: true, newer: 'idle' });
  t.sent.length = 0;
  t.conversation.loadNewer();
  t.conversation.loadOlder();
  expect(t.sent, 'and goes on from the older end').toEqual([ask({ page_number: 3, anchor: 115 })]);
});

it('keeps the newest part up to date meanwhile, and goes back to it', () => {
  const t = setUp();
  t.jump();
  t.conversation.receiveMessage(fromWire(wire(501)));
  expect(t.span()).toEqual([86, 115]);
  expect(t.state().newestPart.at(-1)?.seq).toBe(501);
  t.conversation.showNewest();
  expect(t.span()).toEqual([471, 501]);
  expect(t.state()).toMatchObject({ focus: { seq: 'end' }, isDetached: false });
});

it('marks nothing as read while the newest messages are not shown', () => {
  const t = setUp();
  t.jump();
  t.conversation.receiveMessage(fromWire(wire(501)));
  expect(t.conversation.markSeen()).toBe(false);
  expect(t.sent).toEqual([]);
  t.conversation.showNewest();
  expect(t.conversation.markSeen()).toBe(true);
});

it('shows what one writes where it will stand', () => {
  const t = setUp();
  t.jump();
  t.conversation.send('here');
  expect(t.state()).toMatchObject({ isDetached: false, focus: { seq: 'end' } });
});

it('opens a channel at the message, without showing another place before', () => {
  const t = setUp({ entered: false });
  t.conversation.jumpTo({ messageId: 'm100' });
  t.enter();
  expect(t.state().phase).toBe('loading');
  t.answer(115, 86, 100);
  expect(t.state()).toMatchObject({ phase: 'ready', focus: { seq: 100 } });
  expect(t.span()).toEqual([86, 115]);
});

it('asks again after the connection was lost', () => {
  const t = setUp();
  t.cut();
  t.conversation.jumpTo({ messageId: 'm100' });
  expect(t.sent).toEqual([]);
  t.restore();
  expect(t.sent).toContainEqual(ask({ message_id: 'm100' }));
  t.answer(115, 86, 100);
  expect(t.state()).toMatchObject({ jump: 'idle', focus: { seq: 100 } });
});

it('stays where it is when there is no such message, and says so', () => {
  const t = setUp();
  t.conversation.jumpTo({ messageId: 'gone' });
  t.conversation.requestRefused('get_room_chat_messages');
  expect(t.state()).toMatchObject({ jump: 'error', isDetached: false });
  expect(t.span()).toEqual([471, 500]);
  t.conversation.cancelJump();
  expect(t.state().jump).toBe('idle');
});

it('shows a channel that was to be opened at a message that is gone', () => {
  const t = setUp({ entered: false });
  t.conversation.jumpTo({ messageId: 'gone' });
  t.enter();
  t.conversation.requestRefused('get_room_chat_messages');
  expect(t.state()).toMatchObject({ phase: 'ready', jump: 'error' });
});

it('follows the last of several jumps, and no page of the ones before', () => {
  const t = setUp();
  t.conversation.loadOlder();
  t.conversation.jumpTo({ messageId: 'm100' });
  t.conversation.jumpTo({ messageId: 'm300' });
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
  t.conversation.loadNewer();
  t.conversation.loadOlder();
  t.conversation.jumpTo({ date: '2026-11-20T00:00:00Z' });
  t.answer(145, 116, 116);
  t.answer(85, 56, { page_number: 2, anchor: 115 });
  t.answer(315, 286, 300);
  expect(t.span()).toEqual([286, 315]);
  expect(t.state()).toMatchObject({ older: 'idle', newer: 'idle' });
});

it('names the direction that could not be read, and tries it again', () => {
  const t = setUp();
  t.jump();
  t.conversation.loadNewer();
  t.conversation.loadOlder();
  t.conversation.requestRefused('get_room_chat_messages');
  expect(t.state()).toMatchObject({ newer: 'error', older: 'loading' });
  t.conversation.loadNewer();
  expect(t.state().newer).toBe('loading');
  t.cut();
  expect(t.state()).toMatchObject({ newer: 'error', older: 'error' });
});

it('begins with the newest part the next time the channel is opened', () => {
  const t = setUp();
  t.jump();
  t.leave();
  t.conversation.open();
  t.enter();
  expect(t.state()).toMatchObject({ isDetached: false, focus: null });
});

it('tells the message apart only until that was seen', () => {
  const t = setUp();
  t.jump();
  t.conversation.clearFocus();
  expect(t.state()).toMatchObject({ focus: null, isDetached: true });
});
