import { vi } from 'vitest';
import type { CallCommand } from '../client/protocol';
import { CallLine } from '../model/call/line';
import type { CallRoom } from '../model/call/room';

/** Maya's call with Tom, in which nobody is yet. */
export function callRoom(changes: Partial<CallRoom> = {}): CallRoom {
  return {
    room: 'river',
    roomId: '1',
    channel: 'c',
    token: null,
    provider: 'builtin',
    domain: null,
    iceServers: [],
    callInProgress: true,
    consent: null,
    consentVersion: '1',
    recording: { state: 'off', reason: 'nobody', consents: [] },
    participants: [],
    declined: [],
    startedBy: 'maya',
    startedAt: '2026-11-21T10:00:00Z',
    expiresAt: '2026-11-21T13:00:00Z',
    endedAt: null,
    ...changes,
  };
}

/** The connection, with what was sent on it. */
export function fakeLine() {
  const send = vi.fn((_: CallCommand) => true);
  return { line: new CallLine(send), send, sent: () => send.mock.calls.map(([command]) => command) };
}
