import type { CallEvent, CallPeer } from './protocol';
import { isRaw, isText, optionalText, type Raw, textOrNull } from './values';

type Participants = Extract<CallEvent, { command: 'call_changed' }>['participants'];
type Recording = Extract<CallEvent, { command: 'call_changed' }>['recording'];

const RECORDING_STATES = ['on', 'off', 'unavailable'] as const;

const list = <T>(raw: unknown, parse: (one: Raw) => T | null): T[] =>
  (Array.isArray(raw) ? raw : []).flatMap((one) => {
    const parsed = isRaw(one) ? parse(one) : null;
    return parsed === null ? [] : [parsed];
  });

const parseParticipants = (raw: unknown): Participants =>
  list(raw, ({ user_id, name, joined_at, is_moderator }) => ({
    userId: textOrNull(user_id),
    name: optionalText(name) ?? '',
    joinedAt: optionalText(joined_at) ?? '',
    isModerator: is_moderator === true,
  }));

function parseRecording(raw: unknown): Recording | null {
  if (!isRaw(raw)) return null;
  // What is not understood is not called a recording that everybody agreed to.
  const state = RECORDING_STATES.find((known) => known === raw.state) ?? 'off';
  const consents = list(raw.consents, ({ user_id, name, consent }) => ({
    userId: textOrNull(user_id),
    name: optionalText(name) ?? '',
    consent: typeof consent === 'boolean' ? consent : null,
  }));
  return { state, reason: optionalText(raw.reason) ?? '', consents };
}

const parsePeer = ({ peer, user_id, name, polite, microphone, camera, screen }: Raw): CallPeer | null =>
  isText(peer) && isText(user_id)
    ? {
        peer,
        user_id,
        name: optionalText(name) ?? '',
        polite: polite === true,
        microphone: microphone === true,
        camera: camera === true,
        screen: screen === true,
      }
    : null;

/** What the hub says of calls; the same rule as for everything: what is not understood did not come. */
export const CALL_PARSERS: Record<CallEvent['command'], (raw: Raw) => CallEvent | null> = {
  incoming_call: ({ room, channel_id, from_user_id, from_name, expires_at }) =>
    isText(room) && isText(channel_id) && isText(from_user_id) && isText(expires_at)
      ? {
          command: 'incoming_call',
          room,
          channel_id,
          from_user_id,
          from_name: optionalText(from_name) ?? '',
          expires_at,
        }
      : null,
  call_answered: ({ room }) => (isText(room) ? { command: 'call_answered', room } : null),
  call_ended: ({ room, channel_id, reason }) =>
    isText(room)
      ? {
          command: 'call_ended',
          room,
          channel_id: optionalText(channel_id) ?? '',
          reason: optionalText(reason),
        }
      : null,
  call_changed: ({ room, channel_id, participants, recording, declined }) => {
    const parsed = parseRecording(recording);
    return isText(room) && isText(channel_id) && parsed
      ? {
          command: 'call_changed',
          room,
          channel_id,
          participants: parseParticipants(participants),
          recording: parsed,
          declined: (Array.isArray(declined) ? declined : []).filter(isText),
        }
      : null;
  },
  call_peers: ({ room, peers }) =>
    isText(room) ? { command: 'call_peers', room, peers: list(peers, parsePeer) } : null,
  call_signal: ({ room, from_peer, data }) =>
    isText(room) && isText(from_peer) && isRaw(data)
      ? { command: 'call_signal', room, from_peer, data }
      : null,
};
