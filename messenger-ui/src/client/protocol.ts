/**
 * The wire format of /ws/chat/ as the browser sees it: the types of the server, a little wider where parse.ts takes what
 * an older or a newer server may send. docs/PROTOCOL.md is its contract.
 */
import type { Schemas } from 'ui-kit';
import type { CallParticipant, CallRecording } from '../model/call/room';

export type ClientCommand = Schemas['ClientCommand'] | CallCommand;

type ServerFrame = Schemas['ServerFrame'];
type Frame<Command extends ServerFrame['command']> = Extract<ServerFrame, { command: Command }>;

/** What may be missing may be `undefined` as well: so it is after parsing. */
type Parsed<T> = { [Key in keyof T]: T extends Record<Key, T[Key]> ? T[Key] : T[Key] | undefined };
/** The values of these fields may be others than those known today. */
type Open<T, Key extends keyof T> = Omit<T, Key> & Record<Key, string>;
/** These fields are null where the server said nothing usable. */
type Nullable<T, Key extends keyof T> = Omit<T, Key> & { [One in Key]: T[One] | null };

export type WireMessage = Open<Parsed<Schemas['WireMessage']>, 'status'>;
export type WireQuote = Parsed<Schemas['WireQuote']>;
export type WireReaction = Schemas['WireReaction'];
export type PageType = Schemas['PageReason'];
export type UnreadEntry = Schemas['UnreadCount'];

export type MessagesPayload = Nullable<
  Omit<Frame<'messages_payload'>, 'messages' | 'selected_msg_id'>,
  'page_number' | 'anchor'
> & { messages: WireMessage[]; selected_msg_id?: string | undefined };
export type Joined = Parsed<Frame<'joined'>>;
export type ServerError = Open<Parsed<Frame<'error'>>, 'code'>;

export type ServerEvent =
  | MessagesPayload
  | Joined
  | (WireMessage & Pick<Frame<'new_message' | 'message_changed'>, 'command'>)
  | Frame<'unread_message'>
  | Frame<'update_last_viewed_timestamp'>
  | Frame<'reload'>
  | Frame<'typing'>
  | Frame<'assistant_delta'>
  | CallEvent
  | ServerError;

/** What the hub says of calls. */
export type CallEvent =
  | {
      command: 'incoming_call';
      room: string;
      channel_id: string;
      from_user_id: string;
      from_name: string;
      expires_at: string;
    }
  | { command: 'call_answered'; room: string }
  | { command: 'call_ended'; room: string; channel_id: string; reason?: string | undefined }
  | {
      command: 'call_changed';
      room: string;
      channel_id: string;
      participants: readonly CallParticipant[];
      recording: CallRecording;
      declined: readonly string[];
    }
  | { command: 'call_peers'; room: string; peers: CallPeer[] }
  | { command: 'call_signal'; room: string; from_peer: string; data: unknown };

export interface CallPeer {
  peer: string;
  user_id: string;
  name: string;
  polite: boolean;
  microphone: boolean;
  camera: boolean;
  screen: boolean;
}

export type CallCommand =
  | { command: 'call_answer'; room: string; accept: boolean }
  | { command: 'call_join'; room: string; peer: string }
  | { command: 'call_leave'; room: string; peer: string }
  | { command: 'call_signal'; room: string; to_peer: string; data: unknown }
  | {
      command: 'call_state';
      room: string;
      peer: string;
      microphone: boolean;
      camera: boolean;
      screen: boolean;
    };

export const CLOSE = {
  restart: 1012,
  notSignedIn: 4401,
  maintenance: 4503,
} as const;
