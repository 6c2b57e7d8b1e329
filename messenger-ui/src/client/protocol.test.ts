import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseServerFrame } from './parse';

/** Written from the Rust types; the tests of the hub read the same file. */
const FRAMES = resolve(import.meta.dirname, '../../../hub/tests/frames.json');

interface Frames {
  client: { command: string }[];
  server: { command: string }[];
}

const COMMANDS = ['join', 'leave', 'send', 'fetch_messages', 'get_room_chat_messages', 'unread_message'];

describe('the samples of the protocol', () => {
  const frames: Frames = JSON.parse(readFileSync(FRAMES, 'utf8'));

  it('parses every frame the server can send', () => {
    expect(frames.server.length).toBeGreaterThan(0);
    for (const frame of frames.server) {
      const parsed = parseServerFrame(JSON.stringify(frame));
      expect(parsed, JSON.stringify(frame)).toMatchObject({ command: frame.command });
    }
  });

  it('knows every command a client can send', () => {
    const sampled = new Set(frames.client.map((frame) => frame.command));
    for (const command of [...COMMANDS, 'message_seen', 'typing', 'assistant_retry'])
      expect(sampled).toContain(command);
  });
});

describe('parseServerFrame', () => {
  const message = {
    msg_id: 'm1',
    seq: 1,
    channel_id: 'c',
    user_id: 'u',
    message: 'hi',
    created_on: '2026-11-20T10:00:00.000Z',
  };

  it('refuses a page in which one message is broken', () => {
    const page = { command: 'messages_payload', channel: 'c', type: 'missed' };
    expect(parseServerFrame(JSON.stringify({ ...page, messages: [message] }))).not.toBeNull();
    expect(parseServerFrame(JSON.stringify({ ...page, messages: [message, { seq: 2 }] }))).toBeNull();
  });

  it('keeps a channel that is named like a property of every object', () => {
    const text = '{"command":"unread_message","unread_messages":{"__proto__":{"count":2,"data":{}}}}';
    const event = parseServerFrame(text);
    expect(event?.command === 'unread_message' && Object.keys(event.unread_messages)).toEqual(['__proto__']);
  });
});
