import { ExternalStore } from '../external-store';
import type { Quote } from './message';
import { type PendingAttachment, type PendingMessage, parsePendingMessage } from './pending-message';
import type { KeyValueStorage } from './storage';
import { GIF, type Uploads } from './uploads';

export interface OutboxOptions {
  storage: KeyValueStorage;
  personId: string;
  uploads: Uploads;
  /** The file of a waiting message has arrived: the message can be sent. */
  onReady(message: PendingMessage): void;
}

/**
 * The messages that the server has not confirmed, each with its file. A message waits for the upload of its file, fails
 * when the file is refused, and takes the file along when it is retried, edited or discarded.
 *
 * Each message is stored under a key of its own, so that two tabs never overwrite each other's messages. Both may send
 * the same one; the server stores it once because its `tempId` is the same.
 */
export class Outbox extends ExternalStore<readonly PendingMessage[]> {
  private readonly options: OutboxOptions;
  private readonly prefix: string;

  constructor(options: OutboxOptions) {
    const { storage, personId, uploads } = options;
    const prefix = `mentor-hub.outbox.${personId}.`;
    const keys = storage.keys().filter((key) => key.startsWith(prefix));
    super(ordered(keys.flatMap((key) => parsePendingMessage(storage.get(key)) ?? [])));
    this.options = options;
    this.prefix = prefix;
    uploads.subscribe(() => this.uploadsChanged());
  }

  find(tempId: string): PendingMessage | undefined {
    return this.getSnapshot().find((message) => message.tempId === tempId);
  }

  inChannel(channelId: string): readonly PendingMessage[] {
    return this.getSnapshot().filter((message) => message.channelId === channelId);
  }

  add(message: PendingMessage): void {
    this.store(message);
    this.set(ordered([...this.getSnapshot(), message]));
    this.upload(message);
  }

  /** Moves the files that are chosen in the composer of a channel into messages. */
  takeChosenFiles(channelId: string): PendingAttachment[] {
    const { uploads } = this.options;
    return uploads.takeChosen(channelId).map(({ id, name, type, uploaded }) => {
      // A GIF is on the server already and is never uploaded again.
      if (type === GIF) uploads.release(id);
      return { uploadId: type === GIF ? null : id, name, type, url: uploaded?.url ?? null };
    });
  }

  fail(tempId: string, code: string, kinds: readonly string[] = []): void {
    this.change(tempId, { status: 'failed', failure: code, kinds });
  }

  /** Sends a message again about which the person was asked. */
  confirm(tempId: string): void {
    this.retry(tempId, { confirmed: true });
  }

  /** Sends another text under the same name, with the same file and quote. */
  rewrite(tempId: string, text: string): void {
    const { link = null } = this.find(tempId) ?? {};
    const kept = link !== null && text.includes(link.link) ? link : null;
    this.retry(tempId, { text, link: kept, confirmed: false });
  }

  retry(tempId: string, more: Partial<PendingMessage> = {}): void {
    const { failure, attachment } = this.find(tempId) ?? {};
    // The server deletes files that no message uses for long: this one is uploaded again if this page still has it.
    const isFileWanted = failure?.startsWith('attachment_') && attachment?.uploadId != null;
    const changes = isFileWanted ? { attachment: { ...attachment, url: null } } : {};
    const reset = { status: 'in-progress', failure: null, kinds: [] } as const;
    const message = this.change(tempId, { ...reset, ...changes, ...more });
    if (message) this.upload(message);
  }

  /**
   * Returns what goes back into the composer for editing. The file goes back as well; where too many are chosen already,
   * the message stays with its file alone.
   */
  takeBack(tempId: string): { text: string; quote: Quote | null } | null {
    const message = this.find(tempId);
    if (!message) return null;
    const { attachment, failure, text, quote } = message;
    const isFileBack = attachment?.uploadId != null && this.options.uploads.putBack(attachment.uploadId);
    const keepsFile = attachment !== null && failure !== 'attachment_lost' && !isFileBack;
    if (keepsFile) this.change(tempId, { text: '', confirmed: false });
    else this.remove(tempId);
    return { text, quote };
  }

  remove(tempId: string): void {
    const message = this.find(tempId);
    if (!message) return;
    this.options.storage.remove(this.prefix + tempId);
    this.set(this.getSnapshot().filter((other) => other !== message));
    this.release(message);
  }

  /** Another tab removed a stored message. */
  removedElsewhere(key: string): void {
    if (key.startsWith(this.prefix)) this.remove(key.slice(this.prefix.length));
  }

  private uploadsChanged(): void {
    for (const message of this.getSnapshot().filter(waitsForFile)) {
      const upload = this.uploadOf(message);
      if (upload?.uploaded) {
        const attachment = message.attachment && { ...message.attachment, url: upload.uploaded.url };
        const ready = this.change(message.tempId, { attachment });
        if (ready) this.options.onReady(ready);
      } else if (upload?.status === 'refused') {
        this.fail(message.tempId, upload.failure ?? 'other');
      }
    }
  }

  /** Uploads the file of a waiting message, unless that is under way. */
  private upload(message: PendingMessage): void {
    if (!waitsForFile(message)) return;
    const upload = this.uploadOf(message);
    if (!upload) this.fail(message.tempId, 'attachment_lost');
    else if (upload.status === 'refused' || upload.status === 'done') this.options.uploads.retry(upload.id);
  }

  private uploadOf({ attachment }: PendingMessage) {
    return this.options.uploads.find(attachment?.uploadId ?? '');
  }

  /** Ends the upload of a removed message, unless its file is back in the composer. */
  private release(message: PendingMessage): void {
    const { uploads } = this.options;
    const upload = this.uploadOf(message);
    if (upload && !uploads.isChosen(upload)) uploads.release(upload.id);
  }

  private change(tempId: string, changes: Partial<PendingMessage>): PendingMessage | undefined {
    const before = this.find(tempId);
    if (!before) return undefined;
    const changed = { ...before, ...changes };
    this.store(changed);
    this.set(this.getSnapshot().map((message) => (message === before ? changed : message)));
    return changed;
  }

  private store(message: PendingMessage): void {
    this.options.storage.set(this.prefix + message.tempId, JSON.stringify(message));
  }
}

const waitsForFile = ({ status, attachment }: PendingMessage): boolean =>
  status === 'in-progress' && attachment?.url === null;

/** Temp ids are ordered by time: messages go in the order they were written, also after a reload. */
function ordered(messages: PendingMessage[]): PendingMessage[] {
  return messages.sort((a, b) => (a.tempId < b.tempId ? -1 : 1));
}
