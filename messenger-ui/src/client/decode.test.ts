import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeServerFrame } from './decode';

/** Written from the Rust types; the tests of the hub read the same file. */
const SAMPLES = resolve(import.meta.dirname, '../../../hub/tests/frames.json');

interface Samples {
  client: { command: string }[];
  server: { command: string }[];
}

const COMMANDS = ['join', 'leave', 'send', 'fetch_messages', 'get_room_chat_messages', 'unread_message'];

const decode = (frame: unknown) => decodeServerFrame(JSON.stringify(frame));

describe('frame samples', () => {
  const samples: Samples = JSON.parse(readFileSync(SAMPLES, 'utf8'));

  it('decode for every server frame', () => {
    expect(samples.server.length).toBeGreaterThan(0);
    for (const frame of samples.server) {
      expect(decode(frame), JSON.stringify(frame)).toMatchObject({ command: frame.command });
    }
  });

  it('include every command of the client', () => {
    const sampled = new Set(samples.client.map((frame) => frame.command));
    for (const command of [...COMMANDS, 'message_seen', 'typing', 'assistant_retry'])
      expect(sampled).toContain(command);
  });
});

describe('decodeServerFrame', () => {
  const message = {
    msg_id: 'm1',
    seq: 1,
    channel_id: 'c',
    user_id: 'u',
    message: 'hi',
    created_on: '2026-11-20T10:00:00.000Z',
  };

  it.each([
    '',
    'null',
    '[]',
    '"reload"',
    '{',
    '{"command":"toString"}',
    '{"command":"__proto__"}',
    '{"command":["reload"]}',
    '{"command":"new_message"}',
    '{"command":"call_signal","room":"r","from_peer":"p","data":[]}',
    new ArrayBuffer(8),
  ])('refuses the malformed frame %s', (data) => {
    expect(decodeServerFrame(data)).toBeNull();
  });

  it('ignores unknown fields', () => {
    expect(decode({ command: 'typing', channel_id: 'c', user_id: 'u', mood: 1 })).toEqual({
      command: 'typing',
      channel_id: 'c',
      user_id: 'u',
    });
  });

  it('refuses a page with a damaged message', () => {
    const page = { command: 'messages_payload', channel: 'c', type: 'missed' };
    expect(decode({ ...page, messages: [message] })).not.toBeNull();
    expect(decode({ ...page, messages: [message, { seq: 2 }] })).toBeNull();
  });

  it('drops damaged optional parts of a message', () => {
    const damaged = { link_preview: { title: 7 }, reply_to: [], edited_on: 5, changed: -1, reactions: [{}] };
    expect(decode({ command: 'new_message', ...message, ...damaged })).toEqual({
      command: 'new_message',
      ...message,
      status: 'sent',
      attachments: '[]',
      is_broadcast_message: false,
      reactions: [],
    });
  });

  it('reads an unknown assistant kind as answer', () => {
    const assistant = {
      kind: 'poem',
      reply_to: 'm0',
      sources: ['a', 1],
      helplines: [{ name: 'Samaritans' }],
    };
    expect(decode({ command: 'new_message', ...message, assistant })).toMatchObject({
      assistant: { kind: 'answer', reply_to: 'm0', sources: ['a'], helplines: [] },
    });
  });

  it('reads a damaged recording as not consented', () => {
    const recording = { state: 'maybe', consents: [{ user_id: 'u', consent: 'yes' }] };
    const frame = decode({ command: 'call_changed', call_id: '1', room: 'r', channel_id: 'c', recording });
    expect(frame).toMatchObject({
      participants: [],
      declined: [],
      recording: { state: 'off', consents: [{ user_id: 'u', consent: null }] },
    });
  });

  it('keeps a channel named __proto__ harmless', () => {
    const text = '{"command":"unread_message","unread_messages":{"__proto__":{"count":2,"data":{}},"c":{}}}';
    const frame = decodeServerFrame(text);
    expect(frame?.command === 'unread_message' && Object.keys(frame.unread_messages)).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('count');
  });
});
