import { HttpError, NetworkError } from 'ui-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../testing/fake-socket';
import { channel, memoryStorage, NO_FILES, wire } from '../testing/fixtures';
import { aFile, fakeTransfers } from '../testing/transfers';
import { ChatClient } from './chat-client';
import { MAX_CHOSEN_FILES } from './uploads';

async function setUp(storage = memoryStorage()) {
  const transfers = fakeTransfers();
  const sockets: FakeSocket[] = [];
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
    onChannelsStale: () => {},
    onMessage: () => {},
    onTopicsChanged: () => {},
    onMessageAlert: () => {},
    onChanged: () => {},
    onDeleted: () => {},
    onDeletionRefused: () => {},
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
  const channelStore = hub.channelStore('c');
  channelStore.open();
  await connect();
  const sent = () => socket().sent.filter(({ command }) => command === 'send');
  const sendFile = (text = 'Look') => {
    hub.uploads.choose('c', [aFile()]);
    for (const attachment of hub.outbox.takeChosenFiles('c')) channelStore.send(text, { attachment });
  };
  const pending = () => channelStore.getSnapshot().pending;
  return {
    ...transfers,
    hub,
    channelStore,
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
  it('is sent when its file has arrived', async () => {
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
    expect(hub.uploads.sentPreview('file-1')).toBeDefined();
  });

  it('does not block later messages', async () => {
    const { sendFile, channelStore, sent, settle } = await setUp();
    sendFile();
    channelStore.send('And this');
    await settle();
    expect(sent()).toMatchObject([{ message: 'And this', attachments: [] }]);
  });

  it('waits for the network', async () => {
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

  it('fails with its file and can be retried', async () => {
    const { sendFile, pending, nth, sent, channelStore, settle } = await setUp();
    sendFile();
    nth(0).fail(new HttpError({ status: 422, code: 'attachment_broken', message: '' }));
    await settle();
    expect(pending()).toMatchObject([{ status: 'failed', failure: 'attachment_broken' }]);
    channelStore.resend(pending()[0]?.tempId ?? '');
    expect(pending()[0]?.status).toBe('in-progress');
    nth(1).arrive();
    await settle();
    expect(sent()).toMatchObject([{ attachments: [{ url: '/api/c/file-2/' }] }]);
  });

  it('uploads a file again that the server lost', async () => {
    const { sendFile, pending, nth, sent, channelStore, settle, socket, started } = await setUp();
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
    channelStore.resend(temp_id);
    expect(started).toHaveLength(2);
    nth(1).arrive();
    await settle();
    expect(sent().at(-1)).toMatchObject({ attachments: [{ url: '/api/c/file-2/' }] });
  });

  it('keeps its text when the page closes early', async () => {
    const { sendFile, storage, settle } = await setUp();
    sendFile('A thousand words');
    await settle();
    const next = await setUp(storage);
    expect(next.pending()).toMatchObject([
      { text: 'A thousand words', status: 'failed', failure: 'attachment_lost' },
    ]);
    next.channelStore.resend(next.pending()[0]?.tempId ?? '');
    await next.settle();
    expect(next.pending()[0]).toMatchObject({ status: 'failed', failure: 'attachment_lost' });
    expect(next.sent()).toEqual([]);
  });

  it('is sent by the next page load', async () => {
    const { sendFile, storage, nth, settle, socket } = await setUp();
    sendFile();
    socket().drop();
    nth(0).arrive();
    await settle();
    const next = await setUp(storage);
    expect(next.sent()).toMatchObject([{ attachments: [{ url: '/api/c/file-1/' }] }]);
  });

  it('aborts its upload when discarded', async () => {
    const { sendFile, pending, channelStore, nth, hub, settle } = await setUp();
    sendFile();
    await settle();
    channelStore.discard(pending()[0]?.tempId ?? '');
    expect(nth(0).signal.aborted).toBe(true);
    expect(hub.uploads.getSnapshot().byId.size).toBe(0);
  });

  it('returns to a free composer with its file', async () => {
    const { sendFile, pending, channelStore, nth, hub, settle } = await setUp();
    sendFile();
    nth(0).fail(new HttpError({ status: 422, code: 'attachment_broken', message: '' }));
    await settle();
    const taken = channelStore.takeBack(pending()[0]?.tempId ?? '');
    expect(taken).toEqual({ text: 'Look', quote: null });
    expect(pending()).toEqual([]);
    expect(hub.uploads.chosenIn('c').map(({ name }) => name)).toEqual(['mug.png']);
  });

  it('keeps its file while the composer is full', async () => {
    const { sendFile, pending, channelStore, hub } = await setUp();
    sendFile();
    const others = Array.from({ length: MAX_CHOSEN_FILES }, (_, index) => aFile(`${index}.png`));
    hub.uploads.choose('c', others);
    channelStore.takeBack(pending()[0]?.tempId ?? '');
    expect(pending()).toMatchObject([{ text: '', attachment: { name: 'mug.png' } }]);
    expect(hub.uploads.chosenIn('c')).toHaveLength(MAX_CHOSEN_FILES);
  });

  it('waits for the files before it', async () => {
    const { channelStore, hub, nth, sent, settle, pending, socket } = await setUp();
    hub.uploads.choose('c', [aFile('one.png'), aFile('two.png')]);
    for (const attachment of hub.outbox.takeChosenFiles('c')) channelStore.send('', { attachment });
    channelStore.send('A text overtakes');
    await settle();
    const confirmation = wire(1, { user_id: 'maya', temp_id: pending()[2]?.tempId });
    socket().deliver({ command: 'new_message', ...confirmation });
    nth(1).arrive();
    await settle();
    expect(sent().map(({ message }) => message)).toEqual(['A text overtakes']);
    nth(0).arrive();
    await settle();
    expect(sent()[1]).toMatchObject({ attachments: [{ name: 'one.png' }] });
  });
});

describe('message that needs a confirmation', () => {
  async function setUpRefused() {
    const view = await setUp();
    const { hub, channelStore, socket, settle } = view;
    channelStore.send('add me on snap');
    channelStore.send('see you');
    const tempId = hub.outbox.getSnapshot()[0]?.tempId ?? '';
    socket().deliver({
      command: 'error',
      code: 'needs_confirmation',
      message: '',
      channel: 'c',
      temp_id: tempId,
      in_reply_to: 'send',
      kinds: ['contact'],
    });
    await settle();
    const all = () => view.sockets.flatMap((one) => one.sent).filter(({ command }) => command === 'send');
    return { ...view, tempId, texts: () => all().map((command) => command.message) };
  }

  it('is kept, is not repeated alone, and lets later ones pass', async () => {
    const { hub, tempId, texts, connect } = await setUpRefused();
    expect(hub.outbox.find(tempId)).toMatchObject({ failure: 'needs_confirmation', kinds: ['contact'] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(texts().filter((text) => text === 'add me on snap')).toHaveLength(1);
    expect(texts()[1]).toBe('see you');
    await connect();
    expect(texts().filter((text) => text === 'add me on snap')).toHaveLength(1);
  });

  it('is confirmed, or sent with another text, under its name', async () => {
    const { hub, channelStore, socket, settle, tempId, sent } = await setUpRefused();
    const later = hub.outbox.getSnapshot()[1]?.tempId ?? '';
    socket().deliver({ command: 'new_message', ...wire(1, { temp_id: later, user_id: 'maya' }) });
    await settle();
    channelStore.confirm(tempId);
    await settle();
    expect(sent().at(-1)).toMatchObject({ temp_id: tempId, message: 'add me on snap', confirmed: true });
    // The refusal of a repetition from before the confirmation.
    channelStore.sendRefused(tempId, 'needs_confirmation', undefined, ['contact']);
    expect(hub.outbox.find(tempId)).toMatchObject({ status: 'in-progress', failure: null });
    channelStore.sendRefused(tempId, 'blocked', undefined);
    channelStore.rewrite(tempId, 'see you here');
    await settle();
    expect(sent().at(-1)).toMatchObject({ temp_id: tempId, message: 'see you here' });
    expect(sent().at(-1)).not.toHaveProperty('confirmed');
  });

  it('waits also after a reload', async () => {
    const storage = memoryStorage();
    const { hub, channelStore } = await setUp(storage);
    channelStore.send('add me on snap');
    const tempId = hub.outbox.getSnapshot()[0]?.tempId ?? '';
    hub.outbox.fail(tempId, 'needs_confirmation', ['contact']);
    const next = await setUp(storage);
    expect(next.hub.outbox.find(tempId)).toMatchObject({ failure: 'needs_confirmation', kinds: ['contact'] });
    expect(next.sent()).toEqual([]);
  });
});
