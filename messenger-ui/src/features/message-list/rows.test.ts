import { describe, expect, it } from 'vitest';
import { fromWire } from '../../model/message';
import type { PendingMessage } from '../../model/pending-message';
import { wire } from '../../testing/fixtures';
import { buildRows, type Row, withHelplines } from './rows';

const MINUTE = 60_000;
const NOON = new Date(2026, 10, 20, 12).getTime();

const message = (seq: number, user: string, at: number, tempId?: string) => ({
  ...fromWire(wire(seq, { user_id: user, temp_id: tempId })),
  createdOn: at,
});
const waiting = (tempId: string, at: number): PendingMessage => ({
  tempId,
  channelId: 'c',
  text: 'x',
  createdOn: at,
  link: null,
  status: 'in-progress',
  attachment: null,
  failure: null,
  quote: null,
});
const build = (source: Partial<Parameters<typeof buildRows>[0]>) =>
  buildRows({
    messages: [],
    pending: [],
    reachedBeginning: true,
    unreadAfterSeq: null,
    selfId: 'maya',
    ...source,
  });
const kinds = (rows: Row[]) => rows.map((row) => row.kind);
const groups = (rows: Row[]) =>
  rows.flatMap((row) => ('isFirst' in row ? [`${row.isFirst ? '(' : ''}${row.isLast ? ')' : ''}`] : []));

describe('message groups', () => {
  it('split by author, five minutes and day', () => {
    const rows = build({
      messages: [
        message(1, 'tom', NOON),
        message(2, 'tom', NOON + MINUTE),
        message(3, 'maya', NOON + 2 * MINUTE),
        message(4, 'maya', NOON + 8 * MINUTE),
        message(5, 'maya', NOON + 12 * 60 * MINUTE),
      ],
    });
    expect(groups(rows)).toEqual(['(', ')', '()', '()', '()']);
    expect(kinds(rows).join(' ')).toBe('start day message message message message day message');
  });

  it('continue from a hidden oldest message', () => {
    const messages = [message(1, 'tom', NOON), message(2, 'tom', NOON + MINUTE)];
    expect(groups(build({ messages, reachedBeginning: false }))).toEqual([')']);
    expect(groups(build({ messages }))).toEqual(['(', ')']);
  });

  it('continue with pending messages', () => {
    const rows = build({ messages: [message(1, 'maya', NOON)], pending: [waiting('p', NOON + MINUTE)] });
    expect(groups(rows)).toEqual(['(', ')']);
  });
});

describe('unread separator', () => {
  const messages = [message(1, 'tom', NOON), message(2, 'maya', NOON), message(3, 'tom', NOON)];

  it('precedes the first unread message of others', () => {
    const rows = build({ messages, unreadAfterSeq: 1 });
    expect(kinds(rows).join(' ')).toBe('start day message message unread message');
  });

  it('follows the day separator', () => {
    const rows = build({ messages, unreadAfterSeq: 0 });
    expect(kinds(rows).slice(0, 4).join(' ')).toBe('start day unread message');
  });

  it('is omitted while its position is not loaded', () => {
    const tail = [message(8, 'tom', NOON), message(9, 'tom', NOON)];
    const rows = build({ messages: tail, unreadAfterSeq: 3, reachedBeginning: false });
    expect(kinds(rows)).toEqual(['message']);
  });
});

describe('older messages', () => {
  const all = Array.from({ length: 12 }, (_, i) =>
    message(i + 1, i % 5 < 3 ? 'tom' : 'maya', NOON + i * 2 * 60 * MINUTE),
  );

  it.each([2, 5, 8, 11])('change no existing row (%i known)', (known) => {
    const before = build({ messages: all.slice(-known), reachedBeginning: false });
    const after = build({ messages: all });
    expect(after.slice(after.length - before.length)).toEqual(before);
  });
});

it('confirmed message keeps the key of its row', () => {
  const before = build({ pending: [waiting('t1', NOON)] });
  const after = build({ messages: [message(1, 'maya', NOON, 't1')] });
  expect(after.map((row) => row.key)).toEqual(before.map((row) => row.key));
});

it('slow clock keeps a pending message on today', () => {
  const rows = build({ messages: [message(1, 'tom', NOON)], pending: [waiting('p', NOON - 86_400_000)] });
  expect(kinds(rows).join(' ')).toBe('start day message pending');
});

it('helplines follow their message, also before a pending one', () => {
  const messages = [message(1, 'tom', NOON), message(2, 'maya', NOON)];
  const rows = build({ messages, pending: [waiting('p', NOON)] });
  const shown = withHelplines(rows, messages[1]?.msgId);
  expect(kinds([...shown]).join(' ')).toBe('start day message message helplines pending');
  expect(withHelplines(rows, 'elsewhere')).toBe(rows);
});
