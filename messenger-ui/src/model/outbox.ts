import { ExternalStore } from '../external-store';
import type { AttachedLink } from './link-preview';
import type { Quote } from './message';
import { type KeyValueStorage, readRecord } from './storage';

/** What goes with a message. `url` is null until the server has the file. */
export interface PendingAttachment {
  /** Names the upload of this page; null for what lies on the server already. */
  uploadId: string | null;
  name: string;
  type: string;
  url: string | null;
}

export interface PendingMessage {
  tempId: string;
  channelId: string;
  /** With mention markup, as it is stored. */
  text: string;
  /** The link of which it shows a preview. */
  link: AttachedLink | null;
  attachment: PendingAttachment | null;
  /** What it answers. */
  quote: Quote | null;
  createdOn: number;
  status: 'in-progress' | 'failed';
  /** The error code of a failed message. */
  failure: string | null;
}

/**
 * What a person wrote and no server has confirmed. Each message is a key of its own, so that two tabs never overwrite
 * each other's; both may send the same one, which the server stores once because its `tempId` is the same.
 */
export class Outbox extends ExternalStore<readonly PendingMessage[]> {
  private readonly storage: KeyValueStorage;
  private readonly prefix: string;

  constructor(storage: KeyValueStorage, personId: string) {
    const prefix = `mentor-hub.outbox.${personId}.`;
    const kept = storage.keys().filter((key) => key.startsWith(prefix));
    super(inOrder(kept.flatMap((key) => parse(storage.get(key)) ?? [])));
    this.storage = storage;
    this.prefix = prefix;
  }

  add(message: PendingMessage): void {
    this.store(message);
    this.set(inOrder([...this.getSnapshot(), message]));
  }

  find(tempId: string): PendingMessage | undefined {
    return this.getSnapshot().find((message) => message.tempId === tempId);
  }

  of(channelId: string): readonly PendingMessage[] {
    return this.getSnapshot().filter((message) => message.channelId === channelId);
  }

  fail(tempId: string, code: string): void {
    this.change(tempId, { status: 'failed', failure: code });
  }

  /** Where its file is; null if it has to be sent again. */
  attached(tempId: string, url: string | null): void {
    const attachment = this.find(tempId)?.attachment;
    if (attachment) this.change(tempId, { attachment: { ...attachment, url } });
  }

  /** What was written is taken out; the file stays for the person to decide on. */
  withoutText(tempId: string): void {
    this.change(tempId, { text: '' });
  }

  retry(tempId: string): void {
    this.change(tempId, { status: 'in-progress', failure: null });
  }

  remove(tempId: string): PendingMessage | undefined {
    const message = this.find(tempId);
    if (!message) return undefined;
    this.storage.remove(this.prefix + tempId);
    this.set(this.getSnapshot().filter((other) => other !== message));
    return message;
  }

  /** Another tab settled one of these messages. */
  removedElsewhere(key: string): void {
    if (key.startsWith(this.prefix)) this.remove(key.slice(this.prefix.length));
  }

  private change(tempId: string, changes: Partial<PendingMessage>): void {
    const next = this.getSnapshot().map((message) => {
      if (message.tempId !== tempId) return message;
      const changed = { ...message, ...changes };
      this.store(changed);
      return changed;
    });
    this.set(next);
  }

  private store(message: PendingMessage): void {
    this.storage.set(this.prefix + message.tempId, JSON.stringify(message));
  }
}

/** Temp ids are ordered by time, so what was written first goes first, also after a reload. */
function inOrder(messages: PendingMessage[]): PendingMessage[] {
  return messages.sort((a, b) => (a.tempId < b.tempId ? -1 : 1));
}

function parse(stored: string | null): PendingMessage | null {
  const record = readRecord(stored);
  if (!record) return null;
  const { tempId, channelId, text, attachment, link, createdOn, status, failure } = record;
  if (typeof tempId !== 'string' || typeof channelId !== 'string' || typeof text !== 'string') return null;
  const file = parseAttachment(attachment);
  // A file that had not arrived went with the page that held it.
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
  };
}

/** Only the link: what the page says is the server's to tell, and it is told soon. */
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
  const { msgId, seq, userId, text, attachmentName } = value as Record<string, unknown>;
  if (typeof msgId !== 'string' || typeof seq !== 'number' || typeof userId !== 'string') return null;
  return {
    msgId,
    seq,
    userId,
    text: typeof text === 'string' ? text : '',
    attachmentName: typeof attachmentName === 'string' ? attachmentName : null,
  };
}
