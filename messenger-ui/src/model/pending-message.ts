import type { AttachedLink } from './link-preview';
import type { Quote } from './message';
import { readRecord } from './storage';

/** The file of a message. */
export interface PendingAttachment {
  /** The upload in this page; null for a file that is on the server already. */
  uploadId: string | null;
  name: string;
  type: string;
  /** Null until the server has the file. */
  url: string | null;
}

/** A message that the server has not confirmed. */
export interface PendingMessage {
  tempId: string;
  channelId: string;
  /** With mention markup, as it is stored. */
  text: string;
  /** The link whose preview the message shows. */
  link: AttachedLink | null;
  attachment: PendingAttachment | null;
  /** The message that this one answers. */
  quote: Quote | null;
  createdOn: number;
  status: 'in-progress' | 'failed';
  /** The error code of a failed message. */
  failure: string | null;
  /** What a message contains that needs a confirmation. */
  kinds?: readonly string[];
  /** Whether the person sends it after they were asked. */
  confirmed?: boolean;
}

/** The error code of a message that waits for the person: they change it, or send it anyway. */
export const NEEDS_CONFIRMATION = 'needs_confirmation';

/** Reads a stored message; null for text that is not one. */
export function parsePendingMessage(stored: string | null): PendingMessage | null {
  const record = readRecord(stored);
  if (!record) return null;
  const { tempId, channelId, text, attachment, link, createdOn, status, failure } = record;
  if (typeof tempId !== 'string' || typeof channelId !== 'string' || typeof text !== 'string') return null;
  const file = parseAttachment(attachment);
  // The page that held the file is gone.
  const isLost = file?.url === null;
  return {
    tempId,
    channelId,
    text,
    link: parseLink(link),
    attachment: file,
    quote: parseQuote(record.quote),
    createdOn: typeof createdOn === 'number' ? createdOn : 0,
    status: status === 'failed' || isLost ? 'failed' : 'in-progress',
    failure: isLost ? 'attachment_lost' : typeof failure === 'string' ? failure : null,
    kinds: Array.isArray(record.kinds) ? record.kinds.filter((kind) => typeof kind === 'string') : [],
    confirmed: record.confirmed === true,
  };
}

/** The preview is not stored: the server sends it with the message. */
function parseLink(stored: unknown): AttachedLink | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { link } = stored as Record<string, unknown>;
  return typeof link === 'string' ? { link, preview: null } : null;
}

function parseAttachment(stored: unknown): PendingAttachment | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { name, type, url } = stored as Record<string, unknown>;
  if (typeof name !== 'string' || typeof type !== 'string') return null;
  return { uploadId: null, name, type, url: typeof url === 'string' ? url : null };
}

function parseQuote(value: unknown): Quote | null {
  if (typeof value !== 'object' || value === null) return null;
  const { msgId, seq, userId, text, attachmentName, isDeleted } = value as Record<string, unknown>;
  if (typeof msgId !== 'string' || typeof seq !== 'number' || typeof userId !== 'string') return null;
  return {
    msgId,
    seq,
    userId,
    text: typeof text === 'string' ? text : '',
    attachmentName: typeof attachmentName === 'string' ? attachmentName : null,
    isDeleted: isDeleted === true,
  };
}
