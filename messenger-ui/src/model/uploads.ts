import { HttpError, type Schemas } from 'ui-kit';
import { ExternalStore } from '../external-store';
import { type FileProblem, kindOf, problemOf } from './files';

/** What the server says of a file it has taken, as far as it matters here. */
export type Uploaded = Pick<Schemas['Uploaded'], 'id' | 'attachmentName' | 'type' | 'url'>;

export interface Upload {
  /** This tab's own name for it. */
  id: string;
  channelId: string;
  name: string;
  type: string;
  size: number;
  /** `waiting` for the network; `refused` is the server's last word. */
  status: 'uploading' | 'waiting' | 'refused' | 'done';
  /** From 0 to 1. */
  progress: number;
  /** The error code of a refusal. */
  failure: string | null;
  /** The picture as it lies on this device. */
  preview: string | null;
  width: number | null;
  height: number | null;
  uploaded: Uploaded | null;
}

export interface UploadsState {
  byId: ReadonlyMap<string, Upload>;
  /** What is chosen in the composer of a channel. */
  chosen: ReadonlyMap<string, string>;
  /** Why the last file chosen in a channel was not taken. */
  problems: ReadonlyMap<string, FileProblem | 'many'>;
}

export interface UploadOptions {
  transfer(
    channelId: string,
    file: File,
    progress: { onProgress: (part: number) => void; signal: AbortSignal },
  ): Promise<Uploaded>;
  /** The size of a picture on this device; rejects where it cannot be shown. */
  measure(preview: string): Promise<{ width: number; height: number }>;
  newId(): string;
}

/** What a client calls a moving picture of the search. */
export const GIF = 'gif';

const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

interface Transfer {
  file: File;
  abort: AbortController;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Files on their way to the server, from when they are chosen. They live as long as the page: a change of channel or a
 * lost connection does not end them. What the network did is tried again; what the server refused is not.
 */
export class Uploads extends ExternalStore<UploadsState> {
  private readonly options: UploadOptions;
  private readonly transfers = new Map<string, Transfer>();
  /** Own pictures by the id that the server gave them: nobody fetches what they have just sent. */
  private readonly own = new Map<string, string>();

  constructor(options: UploadOptions) {
    super({ byId: new Map(), chosen: new Map(), problems: new Map() });
    this.options = options;
  }

  find(id: string): Upload | undefined {
    return this.getSnapshot().byId.get(id);
  }

  chosenIn(channelId: string): Upload | undefined {
    return this.find(this.getSnapshot().chosen.get(channelId) ?? '');
  }

  ownPicture(attachmentId: string): string | undefined {
    return this.own.get(attachmentId);
  }

  /** One file per message: the first one that can be taken replaces what was chosen before. */
  choose(channelId: string, files: readonly File[]): void {
    const file = files.find((candidate) => problemOf(candidate) === null);
    const problem = file ? (files.length > 1 ? 'many' : null) : files[0] ? problemOf(files[0]) : null;
    this.patch({ problems: withEntry(this.getSnapshot().problems, channelId, problem) });
    if (!file) return;
    this.dismiss(channelId);
    const id = this.options.newId();
    const isImage = kindOf(file.name, file.type) === 'image';
    const preview = isImage ? URL.createObjectURL(file) : null;
    this.transfers.set(id, { file, abort: new AbortController(), failures: 0, timer: undefined });
    this.put({
      id,
      channelId,
      name: file.name,
      type: file.type,
      size: file.size,
      status: 'uploading',
      progress: 0,
      failure: null,
      preview,
      width: null,
      height: null,
      uploaded: null,
    });
    this.patch({ chosen: withEntry(this.getSnapshot().chosen, channelId, id) });
    if (preview !== null) void this.measure(id, preview);
    void this.transfer(id);
  }

  /** A moving picture of the search, which lies on the server already. */
  chooseGif(channelId: string, gif: Schemas['FoundGif']): void {
    this.forgetProblem(channelId);
    this.dismiss(channelId);
    const id = this.options.newId();
    const { name, url, stillUrl, width, height } = gif;
    this.put({
      id,
      channelId,
      name,
      type: GIF,
      size: 0,
      status: 'done',
      progress: 1,
      failure: null,
      preview: stillUrl,
      width,
      height,
      uploaded: { id, attachmentName: name, type: GIF, url },
    });
    this.patch({ chosen: withEntry(this.getSnapshot().chosen, channelId, id) });
  }

  forgetProblem(channelId: string): void {
    this.patch({ problems: withEntry(this.getSnapshot().problems, channelId, null) });
  }

  /** The chosen file is not to be sent after all. */
  dismiss(channelId: string): void {
    const chosen = this.chosenIn(channelId);
    this.patch({ chosen: withEntry(this.getSnapshot().chosen, channelId, null) });
    if (chosen) this.release(chosen.id);
  }

  /** The chosen file goes with a message: the composer is free for the next one. */
  take(channelId: string): Upload | undefined {
    const chosen = this.chosenIn(channelId);
    this.patch({ chosen: withEntry(this.getSnapshot().chosen, channelId, null) });
    return chosen;
  }

  /** Back into the composer, if it is free. */
  putBack(id: string): boolean {
    const upload = this.find(id);
    if (!upload || this.chosenIn(upload.channelId)) return false;
    this.patch({ chosen: withEntry(this.getSnapshot().chosen, upload.channelId, id) });
    return true;
  }

  /** From the beginning; false if the file is not here (any more). */
  retry(id: string): boolean {
    const transfer = this.transfers.get(id);
    const upload = this.find(id);
    if (!transfer || !upload) return false;
    if (upload.status === 'uploading') return true;
    clearTimeout(transfer.timer);
    transfer.failures = 0;
    this.change(id, { status: 'uploading', progress: 0, failure: null, uploaded: null });
    void this.transfer(id);
    return true;
  }

  /** The network is back. */
  resume(): void {
    for (const { id, status } of this.getSnapshot().byId.values()) if (status === 'waiting') this.retry(id);
  }

  /** Nothing waits for it any more. The picture of one that arrived stays: its message shows it. */
  release(id: string): void {
    const upload = this.find(id);
    if (!upload) return;
    if (upload.preview !== null && upload.uploaded) this.own.set(upload.uploaded.id, upload.preview);
    else if (upload.preview !== null) URL.revokeObjectURL(upload.preview);
    this.forget(id);
  }

  clear(): void {
    for (const id of this.getSnapshot().byId.keys()) this.release(id);
    for (const preview of this.own.values()) URL.revokeObjectURL(preview);
    this.own.clear();
    this.set({ byId: new Map(), chosen: new Map(), problems: new Map() });
  }

  private async measure(id: string, preview: string): Promise<void> {
    try {
      this.change(id, await this.options.measure(preview));
    } catch {
      // A picture that this browser cannot draw (HEIC in most of them): it is shown as a file until the server has one.
      URL.revokeObjectURL(preview);
      this.change(id, { preview: null });
    }
  }

  private async transfer(id: string): Promise<void> {
    const transfer = this.transfers.get(id);
    const upload = this.find(id);
    if (!transfer || !upload) return;
    const { file, abort } = transfer;
    try {
      const uploaded = await this.options.transfer(upload.channelId, file, {
        onProgress: (progress) => this.change(id, { progress }),
        signal: abort.signal,
      });
      this.change(id, { status: 'done', progress: 1, uploaded });
    } catch (error) {
      if (!abort.signal.aborted) this.failed(id, transfer, error);
    }
  }

  private failed(id: string, transfer: Transfer, error: unknown): void {
    if (error instanceof HttpError && error.status < 500 && error.status !== 429) {
      this.change(id, { status: 'refused', failure: error.code });
      return;
    }
    const asked = error instanceof HttpError ? error.retryAfter : null;
    const wait = asked === null ? RETRY_MS[Math.min(transfer.failures, RETRY_MS.length - 1)] : asked * 1_000;
    transfer.failures += 1;
    this.change(id, { status: 'waiting', progress: 0 });
    transfer.timer = setTimeout(() => {
      this.change(id, { status: 'uploading' });
      void this.transfer(id);
    }, wait);
  }

  private forget(id: string): void {
    const transfer = this.transfers.get(id);
    clearTimeout(transfer?.timer);
    transfer?.abort.abort();
    this.transfers.delete(id);
    const byId = new Map(this.getSnapshot().byId);
    byId.delete(id);
    this.patch({ byId });
  }

  private change(id: string, changes: Partial<Upload>): void {
    const upload = this.find(id);
    if (upload) this.put({ ...upload, ...changes });
  }

  private put(upload: Upload): void {
    this.patch({ byId: new Map(this.getSnapshot().byId).set(upload.id, upload) });
  }
}

function withEntry<Value>(
  before: ReadonlyMap<string, Value>,
  key: string,
  value: Value | null,
): ReadonlyMap<string, Value> {
  if ((before.get(key) ?? null) === value) return before;
  const next = new Map(before);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}
