import { HttpError, NetworkError } from 'ui-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../testing/fake-socket';
import { channel, memoryStorage, NO_FILES, wire } from '../testing/fixtures';
import { aFile, fakeTransfers } from '../testing/transfers';
import { ChatHub } from './hub';

async function setUp(storage = memoryStorage()) {
  const transfers = fakeTransfers();
  const sockets: FakeSocket[] = [];
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
    onStale: () => {},
    onMessage: () => {},
    onNews: () => {},
    onChanged: () => {},
    onReactionRefused: () => {},
    ...NO_FILES,
    measure: async () => ({ width: 4, height: 3 }),
    transfer: transfers.transfer,
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const socket = () => sockets.at(-1) as FakeSocket;
  const connect = async () => {
    socket().accept();
    await settle();
    socket().deliver({ command: 'unread_message', unread_messages: {} });
    await settle();
    socket().deliver({
      command: 'joined',
      channel: 'c',
      last_msg_id: null,
      last_seq: 0,
      last_seen_seq: 0,
      unread: 0,
    });
    await settle();
  };
  hub.setChannels([channel()]);
  const conversation = hub.conversation('c');
  conversation.open();
  await connect();
  const sent = () => socket().sent.filter(({ command }) => command === 'send');
  const sendFile = (text = 'Look') => {
    hub.uploads.choose('c', [aFile()]);
    const upload = hub.uploads.take('c');
    if (!upload) throw new Error('nothing was chosen');
    const { id: uploadId, name, type, uploaded } = upload;
    conversation.send(text, { attachment: { uploadId, name, type, url: uploaded?.url ?? null } });
  };
  const pending = () => conversation.getSnapshot().pending;
  return {
    ...transfers,
    hub,
    conversation,
    settle,
    socket,
    sockets,
    connect,
    sent,
    sendFile,
    pending,
    storage,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a message with a file', () => {
  it('is shown at once and sent when the file has arrived', async () => {
    const { sendFile, pending, sent, nth, settle, hub, socket } = await setUp();
    sendFile();
    await settle();
    expect(pending()).toMatchObject([{ status: 'in-progress', attachment: { name: 'mug.png', url: null } }]);
    expect(sent()).toEqual([]);
    nth(0).arrive();
    await settle();
    expect(sent()).toMatchObject([
      { message: 'Look', attachments: [{ name: 'mug.png', type: 'image/png', url: '/api/c/file-1/' }] },
    ]);
    socket().deliver({
      command: 'new_message',
      ...wire(1, { user_id: 'maya', temp_id: pending()[0]?.tempId }),
    });
    expect(pending()).toEqual([]);
    expect(hub.uploads.getSnapshot().byId.size).toBe(0);
    expect(hub.uploads.ownPicture('file-1')).toBeDefined();
  });

  it('lets words pass that were written after it', async () => {
    const { sendFile, conversation, sent, settle } = await setUp();
    sendFile();
    conversation.send('And this');
    await settle();
    expect(sent()).toMatchObject([{ message: 'And this', attachments: [] }]);
  });

  it('waits for the network like any other, also when only the upload lost it', async () => {
    const { sendFile, pending, nth, sent, socket, connect, settle } = await setUp();
    sendFile();
    nth(0).fail(new NetworkError('away'));
    socket().drop();
    await settle();
    expect(pending()[0]?.status).toBe('in-progress');
    await vi.advanceTimersByTimeAsync(500);
    await connect();
    nth(1).arrive();
    await settle();
    expect(sent()).toHaveLength(1);
  });

  it('fails when its file is refused, and goes again from the beginning', async () => {
    const { sendFile, pending, nth, sent, conversation, settle } = await setUp();
    sendFile();
    nth(0).fail(new HttpError({ status: 422, code: 'attachment_broken', message: '' }));
    await settle();
    expect(pending()).toMatchObject([{ status: 'failed', failure: 'attachment_broken' }]);
    conversation.resend(pending()[0]?.tempId ?? '');
    expect(pending()[0]?.status).toBe('in-progress');
    nth(1).arrive();
    await settle();
    expect(sent()).toMatchObject([{ attachments: [{ url: '/api/c/file-2/' }] }]);
  });

  it('sends its file again when the server has it no longer', async () => {
    const { sendFile, pending, nth, sent, conversation, settle, socket, started } = await setUp();
    sendFile();
    nth(0).arrive();
    await settle();
    const temp_id = pending()[0]?.tempId ?? '';
    socket().deliver({
      command: 'error',
      code: 'attachment_broken',
      in_reply_to: 'send',
      temp_id,
      channel: 'c',
    });
    expect(pending()[0]?.status).toBe('failed');
    conversation.resend(temp_id);
    expect(started).toHaveLength(2);
    nth(1).arrive();
    await settle();
    expect(sent().at(-1)).toMatchObject({ attachments: [{ url: '/api/c/file-2/' }] });
  });

  it('keeps its words when the page is closed before the file has arrived', async () => {
    const { sendFile, storage, settle } = await setUp();
    sendFile('A thousand words');
    await settle();
    const next = await setUp(storage);
    expect(next.pending()).toMatchObject([
      { text: 'A thousand words', status: 'failed', failure: 'attachment_lost' },
    ]);
    next.conversation.resend(next.pending()[0]?.tempId ?? '');
    await next.settle();
    expect(next.pending()[0]).toMatchObject({ status: 'failed', failure: 'attachment_lost' });
    expect(next.sent()).toEqual([]);
  });

  it('is sent by the next page when the file had arrived', async () => {
    const { sendFile, storage, nth, settle, socket } = await setUp();
    sendFile();
    socket().drop();
    nth(0).arrive();
    await settle();
    const next = await setUp(storage);
    expect(next.sent()).toMatchObject([{ attachments: [{ url: '/api/c/file-1/' }] }]);
  });

  it('ends its upload when it is discarded', async () => {
    const { sendFile, pending, conversation, nth, hub, settle } = await setUp();
    sendFile();
    await settle();
    conversation.takeBack(pending()[0]?.tempId ?? '');
    expect(nth(0).signal.aborted).toBe(true);
    expect(hub.uploads.getSnapshot().byId.size).toBe(0);
  });
});
