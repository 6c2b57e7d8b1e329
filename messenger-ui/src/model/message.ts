import type { WireHelpline, WireMessage, WireQuote } from '../client/frames.gen';
import type { LinkPreview } from './link-preview';

export interface Attachment {
  id: string;
  name: string;
  /** A media type, or `gif` for one from the search. */
  type: string;
  size: number | null;
  /** Set for pictures. */
  width: number | null;
  height: number | null;
  url: string | null;
  /** A thumbnail. */
  thumbnailUrl: string | null;
  /** When the links were issued; they are valid for ten minutes. */
  linkedAt: number;
}

/** The answered message as it was at that moment. */
export interface Quote {
  msgId: string;
  seq: number;
  userId: string;
  text: string;
  attachmentName: string | null;
  /** Deleted since; text and name are empty then. */
  isDeleted: boolean;
}

export interface Reaction {
  emoji: string;
  count: number;
  /** The first users; `count` may be higher. */
  userIds: readonly string[];
}

/** Details of a message from the assistant. */
export interface AssistantNote {
  kind: 'answer' | 'apology' | 'budget' | 'crisis';
  /** The question. */
  questionId: string;
  sources: readonly string[];
  helplines: readonly Helpline[];
}

export interface Helpline {
  name: string;
  phone: string;
  /** An https address. */
  url: string | null;
}

export interface ChatMessage {
  msgId: string;
  seq: number;
  channelId: string;
  userId: string;
  text: string;
  createdOn: number;
  attachments: readonly Attachment[];
  linkPreview: LinkPreview | null;
  tempId: string | undefined;
  /** The number of its last change; of two states the higher number is newer. */
  changed: number;
  editedOn: number | null;
  /** When the sender deleted it; it is empty then. */
  deletedOn: number | null;
  quote: Quote | null;
  reactions: readonly Reaction[];
  assistant: AssistantNote | undefined;
}

/** Whether lists must not show the text, because others may see the screen: a crisis card. */
export const isPrivate = ({ assistant }: Pick<ChatMessage, 'assistant'>): boolean =>
  assistant?.kind === 'crisis';

export function fromWire(wire: WireMessage, now: number = Date.now()): ChatMessage {
  const createdOn = Date.parse(wire.created_on);
  return {
    msgId: wire.msg_id,
    seq: wire.seq,
    channelId: wire.channel_id,
    userId: wire.user_id,
    text: wire.message,
    createdOn: Number.isNaN(createdOn) ? 0 : createdOn,
    attachments: parseAttachments(wire.attachments, now),
    linkPreview: linkPreview(wire.link_preview),
    tempId: wire.temp_id,
    changed: wire.changed ?? 0,
    editedOn: timeOrNull(wire.edited_on),
    deletedOn: timeOrNull(wire.deleted_on),
    quote: wire.reply_to ? quoteFrom(wire.reply_to) : null,
    reactions: wire.reactions.map(({ emoji, count, user_ids }) => ({
      emoji,
      count,
      userIds: user_ids,
    })),
    assistant: wire.assistant && {
      kind: wire.assistant.kind,
      questionId: wire.assistant.reply_to,
      sources: wire.assistant.sources,
      helplines: wire.assistant.helplines.map(helplineFrom),
    },
  };
}

function timeOrNull(value: string | undefined): number | null {
  const time = Date.parse(value ?? '');
  return Number.isNaN(time) ? null : time;
}

function quoteFrom({ msg_id, seq, user_id, text, attachment_name, deleted }: WireQuote): Quote {
  const attachmentName = attachment_name ?? null;
  return { msgId: msg_id, seq, userId: user_id, text, attachmentName, isDeleted: deleted };
}

export const helplineFrom = (line: WireHelpline): Helpline => ({ ...line, url: pageUrl(line.url) });

/** Returns an https address, or null. */
const pageUrl = (url: string): string | null => (/^https:\/\//iu.test(url) && URL.canParse(url) ? url : null);

/** Allows links of this origin and http(s) links. */
function safeUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  try {
    const { protocol } = new URL(value, 'https://own.invalid/');
    return protocol === 'https:' || protocol === 'http:' ? value : null;
  } catch {
    return null;
  }
}

/** The link of a preview is external, its image is on this server. */
function linkPreview(wire: WireMessage['link_preview']): LinkPreview | null {
  if (!wire) return null;
  const url = safeUrl(wire.url);
  const image = wire.image?.startsWith('/') && !wire.image.startsWith('//') ? wire.image : null;
  return url === null ? null : { title: wire.title, description: wire.description, image, url };
}

const lengthOrNull = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? value : null;

function parseAttachments(json: string, linkedAt: number): Attachment[] {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, index): Attachment[] => {
    if (typeof item !== 'object' || item === null) return [];
    const { id, attachment_name, type, size, width, height, presigned_url, thumbnail_presigned_url } =
      item as Record<string, unknown>;
    if (typeof attachment_name !== 'string') return [];
    return [
      {
        id: typeof id === 'string' ? id : String(index),
        name: attachment_name,
        type: typeof type === 'string' ? type : '',
        size: typeof size === 'number' && size >= 0 ? size : null,
        width: lengthOrNull(width),
        height: lengthOrNull(height),
        url: safeUrl(presigned_url),
        thumbnailUrl: safeUrl(thumbnail_presigned_url),
        linkedAt,
      },
    ];
  });
}
