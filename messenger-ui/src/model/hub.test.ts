import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../testing/fake-socket';
import { channel, memoryStorage, NO_FILES, page, wire } from '../testing/fixtures';
import { ChatHub } from './hub';

function setUp(storage = memoryStorage()) {
  const sockets: FakeSocket[] = [];
  const onStale = vi.fn();
  const onMessage = vi.fn();
  const onNews = vi.fn();
  const hub = new ChatHub({
    person: { id: 'maya', nickname: 'Maya' },
    storage,
    createSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    token: () => Promise.resolve('token'),
    renewToken: () => Promise.resolve('token'),
    unauthenticated: () => {},
    onStale,
    onMessage,
    onNews,
    ...NO_FILES,
    onChanged: vi.fn(),
    onReactionRefused: vi.fn(),
  });
  const server = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const connect = async (ids = ['c', 'd']) => {
    hub.setChannels(ids.map((channelId) => channel({ channelId })));
    server().accept();
    await settle();
    server().deliver({ command: 'unread_message', unread_messages: {} });
    await settle();
  };
  const joined = (id: string, last_seq = 0, unread = 0) =>
    server().deliver({
      command: 'joined',
      channel: id,
      last_msg_id: null,
      last_seq,
      last_seen_seq: last_seq - unread,
      unread,
    });
  return { hub, sockets, server, settle, connect, joined, onStale, onMessage, onNews, storage };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the connection', () => {
  it('is wanted while there are channels and made anew when their number changes', async () => {
    const { hub, sockets, connect } = setUp();
    hub.setChannels([]);
    expect(sockets).toHaveLength(0);
    await connect(['c', 'd']);
    hub.setChannels([channel({ channelId: 'd' }), channel({ channelId: 'c' })]);
    expect(sockets).toHaveLength(1);
    hub.setChannels([channel()]);
    expect(sockets).toHaveLength(2);
    hub.setChannels([]);
    expect(hub.socket.getSnapshot().phase).toBe('idle');
  });

  it('is left with its channels at sign-out', async () => {
    const { hub, server, settle, connect, joined } = setUp();
    await connect();
    hub.conversation('c').open();
    await settle();
    joined('c');
    const socket = server();
    await hub.stop();
    expect(socket.commands().at(-1)).toBe('leave');
    expect(socket.closedByClient).toBe(true);
    expect(hub.socket.getSnapshot().phase).toBe('idle');
  });
});

describe('an error of a channel', () => {
  it('reaches that one and no other', async () => {
    const { hub, server, settle, connect, joined } = setUp();
    await connect();
    const first = hub.conversation('c');
    const second = hub.conversation('d');
    first.open();
    second.open();
    await settle();
    const refused = { command: 'error', code: 'channel_unknown', message: '', in_reply_to: 'join' };
    server().deliver({ ...refused, channel: 'd' });
    joined('c');
    server().deliver(page('fetch_messages', 1, 1));
    expect(first.getSnapshot().phase).toBe('ready');
    expect(second.getSnapshot().phase).toBe('error');
  });

  it('leaves the history alone where nothing waits for the answer', async () => {
    const { hub, server, settle, connect, joined } = setUp();
    await connect();
    const conversation = hub.conversation('c');
    conversation.open();
    await settle();
    joined('c');
    server().deliver(page('fetch_messages', 1, 1));
    const refused = { command: 'error', code: 'unavailable', message: '', in_reply_to: 'message_seen' };
    server().deliver({ ...refused, channel: 'c' });
    expect(conversation.getSnapshot().phase).toBe('ready');
  });
});

describe('what calls for attention', () => {
  it('is what others write, in open channels and in closed ones', async () => {
    const { hub, server, settle, connect, joined, onNews } = setUp();
    await connect();
    const unread = (count: number, is_tagged = false) => ({
      command: 'unread_message',
      unread_messages: { d: { count, data: { is_tagged } } },
    });
    server().deliver(unread(1));
    expect(onNews, 'what was unread before').not.toHaveBeenCalled();
    hub.conversation('c').open();
    await settle();
    joined('c');
    server().deliver({ command: 'new_message', ...wire(1, { message: 'for @[Maya](maya)' }) });
    server().deliver({ command: 'new_message', ...wire(2, { user_id: 'maya' }) });
    server().deliver(unread(2, true));
    server().deliver(unread(0));
    expect(onNews.mock.calls).toEqual([
      [{ channelId: 'c', isTagged: true }],
      [{ channelId: 'd', isTagged: true }],
    ]);
  });
});

it('asks for the channel list again when the first connection stands, and not after every other one', async () => {
  const { server, connect, settle, onStale } = setUp();
  await connect();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onStale).toHaveBeenCalledOnce();
  server().drop();
  await vi.advanceTimersToNextTimerAsync();
  server().accept();
  await settle();
  server().deliver({ command: 'unread_message', unread_messages: {} });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onStale).toHaveBeenCalledOnce();
});

describe('news', () => {
  it('of a changed channel list are told once a second at most', async () => {
    const { server, connect, onStale } = setUp();
    await connect();
    server().deliver({ command: 'reload' });
    await vi.advanceTimersByTimeAsync(900);
    server().deliver({ command: 'reload' });
    await vi.advanceTimersByTimeAsync(999);
    expect(onStale).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onStale).toHaveBeenCalledOnce();
  });

  it('of a message end the typing of its author, count as unread and mark a mention', async () => {
    const { hub, server, settle, connect, joined, onMessage } = setUp();
    await connect();
    hub.conversation('c').open();
    await settle();
    joined('c');
    server().deliver({ command: 'typing', channel_id: 'c', user_id: 'tom' });
    expect(hub.typing.getSnapshot().get('c')).toEqual(['tom']);
    server().deliver({ command: 'new_message', ...wire(1, { message: 'Hi @[Maya](maya)' }) });
    expect(hub.typing.getSnapshot().get('c')).toEqual([]);
    expect(hub.unread.getSnapshot().total).toEqual({ count: 1, isTagged: true });
    expect(onMessage).toHaveBeenCalledOnce();
  });
});

it('sends what another page load left behind, in a channel that nobody opened', async () => {
  const before = setUp();
  before.hub.conversation('d').send('written before the crash');
  const after = setUp(before.storage);
  await after.connect();
  after.joined('d');
  await after.settle();
  const sent = after.server().sent.filter((frame) => frame.command === 'send');
  expect(sent).toMatchObject([{ channel: 'd', message: 'written before the crash' }]);
  const tempId = String(sent[0]?.temp_id);
  after.server().deliver({
    command: 'new_message',
    ...wire(1, { channel_id: 'd', user_id: 'maya', temp_id: tempId }),
  });
  await after.settle();
  expect(after.hub.outbox.getSnapshot()).toEqual([]);
  expect(after.server().commands()).toContain('leave');
});
