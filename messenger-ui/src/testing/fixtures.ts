import type { MessagesPayloadFrame, PageReason, WireMessage } from '../client/frames.gen';
import type { Channel, ChannelMember } from '../model/channels';
import type { HubOptions } from '../model/chat-client';
import { Outbox } from '../model/outbox';
import type { KeyValueStorage } from '../model/storage';
import { newTempId } from '../model/temp-id';
import { Uploads } from '../model/uploads';

export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
}

/** Options for tests without files, blackouts and authors beyond the channel list. */
export const NO_FILES: Pick<
  HubOptions,
  'transfer' | 'measure' | 'createLink' | 'fetchAuthors' | 'onBlackoutChanged'
> = {
  fetchAuthors: () => Promise.resolve([]),
  onBlackoutChanged: () => {},
  transfer: () => Promise.reject(new Error('no file was expected')),
  measure: () => Promise.reject(new Error('no picture was expected')),
  createLink: () => Promise.reject(new Error('no link was expected')),
};

/** An outbox without files. */
export function outboxOf(storage: KeyValueStorage, personId = 'maya'): Outbox {
  const uploads = new Uploads({ ...NO_FILES, newId: newTempId });
  return new Outbox({ storage, personId, uploads, onReady: () => {} });
}

export function wire(seq: number, changes: Partial<WireMessage> = {}): WireMessage {
  return {
    msg_id: `m${seq}`,
    seq,
    channel_id: 'c',
    user_id: 'tom',
    message: `message ${seq}`,
    created_on: new Date(Date.UTC(2026, 10, 20, 10, 0, seq)).toISOString(),
    status: 'sent',
    attachments: '[]',
    is_broadcast_message: false,
    reactions: [],
    ...changes,
  };
}

/** A page of the messages from `last` down to `first`; an older page exists unless `first` is 1. */
export function page(
  type: PageReason,
  last: number,
  first: number,
  changes: Partial<MessagesPayloadFrame> = {},
): MessagesPayloadFrame {
  const messages = Array.from({ length: last - first + 1 }, (_, i) => wire(last - i));
  const page_number = changes.page_number ?? 1;
  return {
    command: 'messages_payload',
    channel: 'c',
    type,
    messages,
    page_number,
    new_page_number: first > 1 ? page_number + 1 : null,
    anchor: last,
    ...changes,
  };
}

export function member(changes: Partial<ChannelMember> = {}): ChannelMember {
  return {
    userId: 'tom',
    userFullName: 'Tom Rivera',
    displayPicture: null,
    isActive: true,
    isPairManager: false,
    role: 'Mentee',
    lastViewedTimestamp: null,
    lastViewedMsgId: null,
    lastViewedSeq: 0,
    ...changes,
  };
}

export function channel(changes: Partial<Channel> = {}): Channel {
  return {
    channelId: 'c',
    channelName: 'Tom Rivera',
    kind: 'direct',
    isGroup: false,
    membership: 'active',
    messageAgainFrom: null,
    isMuted: false,
    isBlocked: false,
    isReadOnly: false,
    memberCount: 2,
    programId: 'p',
    blackout: { active: false, until: null, refusesSending: false },
    staffBackAt: null,
    gifs: false,
    callInProgress: null,
    lastMessage: null,
    channelMembers: [member({ userId: 'maya', userFullName: 'Maya Okafor' }), member()],
    ...changes,
  };
}

/** Maya's channel with the team of her programme, as pages name it. */
export const TEAM_CHANNEL: Partial<Channel> = {
  kind: 'team',
  channelName: 'Programme team',
  programId: null,
  channelMembers: [
    member({ userId: 'maya', userFullName: 'Maya Okafor' }),
    member({
      userId: 'team',
      userFullName: 'Staff',
      role: 'Staff',
      lastViewedTimestamp: '2026-11-20T10:00:00Z',
    }),
  ],
};
