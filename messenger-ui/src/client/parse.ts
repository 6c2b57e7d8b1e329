import { CALL_PARSERS } from './parse-calls';
import type { PageType, ServerEvent, UnreadEntry, WireMessage, WireReaction } from './protocol';
import { countOrNull, isCount, isRaw, isText, optionalText, type Raw, textOrNull } from './values';

const ASSISTANT_KINDS = ['answer', 'apology', 'budget', 'crisis'] as const;
const PAGE_TYPES: readonly PageType[] = ['fetch_messages', 'get_room_chat_messages', 'missed'];

function parseMessage(raw: unknown): WireMessage | null {
  if (!isRaw(raw)) return null;
  const { msg_id, seq, channel_id, user_id, message, created_on } = raw;
  if (!isText(msg_id) || !isCount(seq) || !isText(channel_id) || !isText(user_id)) return null;
  if (!isText(message) || !isText(created_on)) return null;
  return {
    msg_id,
    seq,
    channel_id,
    user_id,
    message,
    created_on,
    status: optionalText(raw.status) ?? 'sent',
    attachments: optionalText(raw.attachments) ?? '[]',
    link_preview: parseLinkPreview(raw.link_preview),
    is_broadcast_message: raw.is_broadcast_message === true,
    temp_id: optionalText(raw.temp_id),
    changed: countOrNull(raw.changed) ?? undefined,
    edited_on: optionalText(raw.edited_on),
    reply_to: parseQuote(raw.reply_to),
    reactions: Array.isArray(raw.reactions) ? raw.reactions.flatMap(parseReaction) : undefined,
    assistant: parseAssistant(raw.assistant),
  };
}

function parseLinkPreview(raw: unknown): WireMessage['link_preview'] {
  if (!isRaw(raw) || !isText(raw.title) || !isText(raw.url)) return undefined;
  const { title, url } = raw;
  return { title, description: optionalText(raw.description) ?? '', image: textOrNull(raw.image), url };
}

function parseQuote(raw: unknown): WireMessage['reply_to'] {
  if (!isRaw(raw) || !isText(raw.msg_id) || !isCount(raw.seq) || !isText(raw.user_id)) return undefined;
  const { msg_id, seq, user_id, attachment_name } = raw;
  const quote = { msg_id, seq, user_id, text: optionalText(raw.text) ?? '' };
  return isText(attachment_name) ? { ...quote, attachment_name } : quote;
}

function parseReaction(raw: unknown): WireReaction[] {
  if (!isRaw(raw) || !isText(raw.emoji) || !isCount(raw.count) || !Array.isArray(raw.user_ids)) return [];
  return [{ emoji: raw.emoji, count: raw.count, user_ids: raw.user_ids.filter(isText) }];
}

function parseAssistant(raw: unknown): WireMessage['assistant'] {
  if (!isRaw(raw) || !isText(raw.reply_to)) return undefined;
  // What a newer server says besides is shown as an answer.
  const kind = ASSISTANT_KINDS.find((known) => known === raw.kind) ?? 'answer';
  const sources = Array.isArray(raw.sources) ? raw.sources.filter(isText) : [];
  const helplines = (Array.isArray(raw.helplines) ? raw.helplines : []).filter(isRaw).flatMap((line) => {
    const { name, phone, url } = line;
    return isText(name) && isText(phone) ? [{ name, phone, url: isText(url) ? url : '' }] : [];
  });
  return { kind, reply_to: raw.reply_to, sources, helplines };
}

function parseUnread(raw: unknown): Record<string, UnreadEntry> | null {
  if (!isRaw(raw)) return null;
  const entries: [string, UnreadEntry][] = [];
  for (const [channel, entry] of Object.entries(raw)) {
    if (!isRaw(entry) || !isCount(entry.count)) continue;
    const tagged = isRaw(entry.data) && entry.data.is_tagged === true;
    entries.push([channel, { count: entry.count, data: { is_tagged: tagged } }]);
  }
  // Object.fromEntries defines own properties, so a channel called __proto__ stays harmless.
  return Object.fromEntries(entries);
}

function parsePage(raw: Raw): ServerEvent | null {
  const type = PAGE_TYPES.find((known) => known === raw.type);
  if (!isText(raw.channel) || !type || !Array.isArray(raw.messages)) return null;
  const messages = raw.messages.map(parseMessage);
  // A page with a hole would read as history that never was: refuse it whole.
  if (!messages.every((message): message is WireMessage => message !== null)) return null;
  return {
    command: 'messages_payload',
    channel: raw.channel,
    type,
    messages,
    page_number: countOrNull(raw.page_number),
    new_page_number: countOrNull(raw.new_page_number),
    anchor: countOrNull(raw.anchor),
    selected_msg_id: optionalText(raw.selected_msg_id),
  };
}

const PARSERS: Record<string, (raw: Raw) => ServerEvent | null> = {
  ...CALL_PARSERS,
  messages_payload: parsePage,
  joined: (raw) =>
    isText(raw.channel) && isCount(raw.last_seq)
      ? {
          command: 'joined',
          channel: raw.channel,
          last_msg_id: textOrNull(raw.last_msg_id),
          last_seq: raw.last_seq,
          last_seen_seq: countOrNull(raw.last_seen_seq) ?? 0,
          unread: countOrNull(raw.unread) ?? 0,
          last_change: countOrNull(raw.last_change) ?? 0,
          changes_left_out: raw.changes_left_out === true,
        }
      : null,
  new_message: (raw) => {
    const message = parseMessage(raw);
    return message && { ...message, command: 'new_message' };
  },
  message_changed: (raw) => {
    const message = parseMessage(raw);
    return message && { ...message, command: 'message_changed' };
  },
  unread_message: (raw) => {
    const unread = parseUnread(raw.unread_messages);
    return unread && { command: 'unread_message', unread_messages: unread };
  },
  update_last_viewed_timestamp: (raw) =>
    isText(raw.channel_id) && isText(raw.user_id) && isCount(raw.seq)
      ? {
          command: 'update_last_viewed_timestamp',
          channel_id: raw.channel_id,
          user_id: raw.user_id,
          last_viewed_timestamp: optionalText(raw.last_viewed_timestamp) ?? '',
          msg_id: textOrNull(raw.msg_id),
          seq: raw.seq,
        }
      : null,
  reload: () => ({ command: 'reload' }),
  typing: (raw) =>
    isText(raw.channel_id) && isText(raw.user_id)
      ? { command: 'typing', channel_id: raw.channel_id, user_id: raw.user_id }
      : null,
  assistant_delta: (raw) =>
    isText(raw.channel_id) && isText(raw.reply_to) && isText(raw.text)
      ? { command: 'assistant_delta', channel_id: raw.channel_id, reply_to: raw.reply_to, text: raw.text }
      : null,
  error: (raw) =>
    isText(raw.code)
      ? {
          command: 'error',
          code: raw.code,
          message: optionalText(raw.message) ?? '',
          channel: optionalText(raw.channel),
          temp_id: optionalText(raw.temp_id),
          in_reply_to: optionalText(raw.in_reply_to),
          retry_after_ms: countOrNull(raw.retry_after_ms) ?? undefined,
        }
      : null,
};

/** The event in a frame; null for anything that is not one we know, whatever it is. */
export function parseServerFrame(data: unknown): ServerEvent | null {
  if (!isText(data)) return null;
  let raw: unknown;
  try {
    raw = JSON.parse(data);
  } catch {
    return null;
  }
  if (!isRaw(raw) || !isText(raw.command) || !Object.hasOwn(PARSERS, raw.command)) return null;
  return PARSERS[raw.command]?.(raw) ?? null;
}
