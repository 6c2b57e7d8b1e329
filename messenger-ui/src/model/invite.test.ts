import { describe, expect, it } from 'vitest';
import { inviteOf, isInviteOpen } from './invite';

describe('an invitation to a video call', () => {
  it.each(['{"room":"r1"}', ' {"room": "r1", "token": null}\n'])('is %j', (text) => {
    expect(inviteOf(text)).toEqual({ room: 'r1' });
  });

  it('says what became of the call', () => {
    const text = '{"room":"r1","call":"c1","outcome":"ended","seconds":754}';
    expect(inviteOf(text)).toEqual({ room: 'r1', call: 'c1', outcome: 'ended', seconds: 754 });
    const forged = '{"room":"r1","call":7,"outcome":"<b>","seconds":"1e9"}';
    expect(inviteOf(forged)).toEqual({ room: 'r1' });
  });

  it.each([
    '',
    'room',
    '{room}',
    '{"room":7}',
    '{"room":""}',
    '{"rooms":"r1"}',
    '["room"]',
    'See {"room":"r1"}',
    '{"room":"r1"',
    `{"room":"${'r'.repeat(201)}"}`,
  ])('is not %j', (text) => {
    expect(inviteOf(text)).toBeNull();
  });

  it('is open for three hours, to the millisecond', () => {
    const sent = Date.UTC(2026, 10, 20, 10);
    expect(isInviteOpen(sent, sent)).toBe(true);
    expect(isInviteOpen(sent, sent + 10_800_000 - 1)).toBe(true);
    expect(isInviteOpen(sent, sent + 10_800_000)).toBe(false);
    // A clock that is behind the server's.
    expect(isInviteOpen(sent, sent - 60_000)).toBe(true);
  });
});
