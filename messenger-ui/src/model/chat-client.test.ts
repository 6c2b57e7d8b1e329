import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../testing/fake-socket';
import { channel, memoryStorage, NO_FILES, page, wire } from '../testing/fixtures';
import { ChatClient } from './chat-client';

function setUp(storage = memoryStorage()) {
  const sockets: FakeSocket[] = [];
  const onChannelsStale = vi.fn();
  const onTopicsChanged = vi.fn();
  const onMessage = vi.fn();
  const onMessageAlert = vi.fn();
  const onBlackoutChanged = vi.fn();
  const hub = new ChatClient({
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
    termsRequired: () => {},
    onChannelsStale,
    onTopicsChanged,
    onMessage,
    onMessageAlert,
    ...NO_FILES,
    onBlackoutChanged,
    onChanged: vi.fn(),
    onDeleted: vi.fn(),
    onDeletionRefused: vi.fn(),
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
  return {
    hub,
    sockets,
    server,
    settle,
    connect,
    joined,
    onChannelsStale,
    onTopicsChanged,
    onMessage,
    onMessageAlert,
    onBlackoutChanged,
    storage,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the connection', () => {
  it('follows the number of channels', async () => {
    const { hub, sockets, connect } = setUp();
    expect(sockets).toHaveLength(0);
    await connect(['c', 'd']);
    hub.setChannels([channel({ channelId: 'd' }), channel({ channelId: 'c' })]);
    expect(sockets).toHaveLength(1);
    hub.setChannels([channel()]);
    expect(sockets).toHaveLength(2);
    hub.setChannels([]);
    expect(sockets).toHaveLength(3);
  });

  it('opens without channels for news of other pages', () => {
    const { hub, sockets } = setUp();
    hub.setChannels([]);
    expect(sockets).toHaveLength(1);
    expect(hub.socket.getSnapshot().phase).not.toBe('idle');
  });

  it('is left with its channels at sign-out', async () => {
    const { hub, server, settle, connect, joined } = setUp();
    await connect();
    hub.channelStore('c').open();
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
    const first = hub.channelStore('c');
    const second = hub.channelStore('d');
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

  it('ignores refusals without a waiting request', async () => {
    const { hub, server, settle, connect, joined } = setUp();
    await connect();
    const channelStore = hub.channelStore('c');
    channelStore.open();
    await settle();
    joined('c');
    server().deliver(page('fetch_messages', 1, 1));
    const refused = { command: 'error', code: 'unavailable', message: '', in_reply_to: 'message_seen' };
    server().deliver({ ...refused, channel: 'c' });
    expect(channelStore.getSnapshot().phase).toBe('ready');
  });
});

describe('message alerts', () => {
  it('is raised for messages of others', async () => {
    const { hub, server, settle, connect, joined, onMessageAlert } = setUp();
    await connect();
    const unread = (count: number, is_tagged = false) => ({
      command: 'unread_message',
      unread_messages: { d: { count, data: { is_tagged } } },
    });
    server().deliver(unread(1));
    expect(onMessageAlert, 'what was unread before').not.toHaveBeenCalled();
    hub.channelStore('c').open();
    await settle();
    joined('c');
    server().deliver({ command: 'new_message', ...wire(1, { message: 'for @[Maya](maya)' }) });
    server().deliver({ command: 'new_message', ...wire(2, { user_id: 'maya' }) });
    server().deliver(unread(2, true));
    server().deliver(unread(0));
    expect(onMessageAlert.mock.calls).toEqual([
      [{ channelId: 'c', isTagged: true }],
      [{ channelId: 'd', isTagged: true }],
    ]);
  });
});

it('topics change by frame and after every connect', async () => {
  const { server, connect, onTopicsChanged } = setUp();
  await connect();
  expect(onTopicsChanged).toHaveBeenCalledWith([
    'staff',
    'saved',
    'pins',
    'mentorship',
    'matching',
    'messages',
    'surveys',
    'announcements',
  ]);
  onTopicsChanged.mockClear();
  server().deliver({ command: 'changed', topics: ['staff', 'later'] });
  expect(onTopicsChanged).toHaveBeenCalledWith(['staff', 'later']);
  onTopicsChanged.mockClear();
  server().drop();
  await vi.advanceTimersToNextTimerAsync();
  server().accept();
  await vi.advanceTimersByTimeAsync(0);
  server().deliver({ command: 'unread_message', unread_messages: {} });
  expect(onTopicsChanged.mock.calls).toEqual([
    [expect.arrayContaining(['mentorship', 'learning', 'surveys'])],
  ]);
});

it('reloads channels after the first connect only', async () => {
  const { server, connect, settle, onChannelsStale } = setUp();
  await connect();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onChannelsStale).toHaveBeenCalledOnce();
  server().drop();
  await vi.advanceTimersToNextTimerAsync();
  server().accept();
  await settle();
  server().deliver({ command: 'unread_message', unread_messages: {} });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onChannelsStale).toHaveBeenCalledOnce();
});

describe('channel list updates', () => {
  it('reloads channels at most once a second', async () => {
    const { server, connect, onChannelsStale } = setUp();
    await connect();
    server().deliver({ command: 'reload' });
    await vi.advanceTimersByTimeAsync(900);
    server().deliver({ command: 'reload' });
    await vi.advanceTimersByTimeAsync(999);
    expect(onChannelsStale).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onChannelsStale).toHaveBeenCalledOnce();
  });

  it('ends typing, counts unread and marks mentions', async () => {
    const { hub, server, settle, connect, joined, onMessage } = setUp();
    await connect();
    hub.channelStore('c').open();
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

it('sends messages left by an earlier page', async () => {
  const before = setUp();
  before.hub.channelStore('d').send('written before the crash');
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

it('suspended member joins the channel again afterwards', async () => {
  const { hub, server, settle, connect, joined } = setUp();
  await connect();
  hub.channelStore('c').open();
  joined('c');
  hub.setChannels([channel({ membership: 'inactive' }), channel({ channelId: 'd' })]);
  const before = server().sent.length;
  hub.setChannels([channel(), channel({ channelId: 'd' })]);
  await settle();
  expect(server().sent.slice(before)).toContainEqual(
    expect.objectContaining({ command: 'join', channel: 'c' }),
  );
});

it('blackout of a programme is passed on', async () => {
  const { server, connect, onBlackoutChanged } = setUp();
  await connect();
  const until = '2026-11-20T22:00:00Z';
  server().deliver({ command: 'blackout_changed', program: 'p', active: true, until, refuses_sending: true });
  expect(onBlackoutChanged).toHaveBeenCalledExactlyOnceWith('p', {
    active: true,
    until,
    refusesSending: true,
  });
});
