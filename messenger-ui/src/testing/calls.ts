import { vi } from 'vitest';
import { CallPreview } from '../model/call/call-preview';
import type { CallRoom } from '../model/call/call-room';
import { type CallCommand, CallSignaling } from '../model/call/call-signaling';

/** Maya's call with Tom without participants. */
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
    isGroup: false,
    consent: null,
    lastConsent: null,
    consentVersion: '1',
    recording: { state: 'off', reason: 'nobody', consents: [] },
    participants: [],
    accepted: [],
    declined: [],
    startedBy: 'maya',
    startedAt: '2026-11-21T10:00:00Z',
    ringsUntil: '2026-11-21T10:00:45Z',
    openUntil: '2026-11-21T13:00:00Z',
    expiresAt: '2026-11-21T13:00:00Z',
    endedAt: null,
    ...changes,
  };
}

/** A preview of a call whose screens are not shown. */
export const unopenedPreview = () =>
  new CallPreview(() => {
    throw new Error('no devices');
  });

/** A signalling channel that records sent commands. */
export function fakeSignaling() {
  const send = vi.fn((_: CallCommand) => true);
  return {
    signaling: new CallSignaling(send),
    send,
    sent: () => send.mock.calls.map(([command]) => command),
  };
}
