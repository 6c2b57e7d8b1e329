import { HttpError, type Schemas } from 'ui-kit';
import { ExternalStore } from '../external-store';
import { type FileProblem, kindOf, problemOf } from './files';

/** The part of an upload's answer that is used here. */
export type Uploaded = Pick<Schemas['AttachmentResponse'], 'id' | 'attachmentName' | 'type' | 'url'>;

export interface Upload {
  /** The local id. */
  id: string;
  channelId: string;
  name: string;
  type: string;
  size: number;
  /** `waiting` for the network; `refused` by the server for good. */
  status: 'uploading' | 'waiting' | 'refused' | 'done';
  /** From 0 to 1. */
  progress: number;
  /** The error code of a refusal. */
  failure: string | null;
  /** A local URL of the image. */
  preview: string | null;
  width: number | null;
  height: number | null;
  uploaded: Uploaded | null;
}

export interface UploadsState {
  byId: ReadonlyMap<string, Upload>;
  /** The chosen uploads per channel, in the order of choosing. */
  chosen: ReadonlyMap<string, readonly string[]>;
  /** Why one of the last chosen files was rejected, per channel. */
  problems: ReadonlyMap<string, FileProblem | 'many'>;
}

export interface UploadsOptions {
  transfer(
    channelId: string,
    file: File,
    progress: { onProgress: (part: number) => void; signal: AbortSignal },
  ): Promise<Uploaded>;
  /** Returns the size of a local image; rejects if the browser cannot decode it. */
  measure(preview: string): Promise<{ width: number; height: number }>;
  newId(): string;
}

/** Each becomes a message. */
export const MAX_CHOSEN_FILES = 10;

/** The type of a GIF from the search. */
export const GIF = 'gif';

const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

interface Transfer {
  file: File;
  abort: AbortController;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Uploads files from the moment they are chosen. Uploads survive a change of channel and a lost connection. Network
 * errors are retried; refusals are final.
 */
export class Uploads extends ExternalStore<UploadsState> {
  private readonly options: UploadsOptions;
  private readonly transfers = new Map<string, Transfer>();
  /** Previews of sent images by attachment id, so that the sender does not download them. */
  private readonly sentPreviews = new Map<string, string>();

  constructor(options: UploadsOptions) {
    super({ byId: new Map(), chosen: new Map(), problems: new Map() });
    this.options = options;
  }

  find(id: string): Upload | undefined {
    return this.getSnapshot().byId.get(id);
  }

  chosenIn(channelId: string): readonly Upload[] {
    return chosenUploads(this.getSnapshot(), channelId);
  }

  sentPreview(attachmentId: string): string | undefined {
    return this.sentPreviews.get(attachmentId);
  }

  /** Chooses the valid files after those that are chosen already; each becomes a message. */
  choose(channelId: string, files: readonly File[]): void {
    const valid = files.filter((file) => problemOf(file) === null);
    const room = MAX_CHOSEN_FILES - this.chosenIn(channelId).length;
    const rejected = files.map(problemOf).find((problem) => problem !== null);
    const problem = rejected ?? (valid.length > room ? 'many' : null);
    this.patch({ problems: withEntry(this.getSnapshot().problems, channelId, problem) });
    for (const file of valid.slice(0, room)) this.chooseFile(channelId, file);
  }

  private chooseFile(channelId: string, file: File): void {
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
    this.setChosen(channelId, [...this.chosenIds(channelId), id]);
    if (preview !== null) void this.measure(id, preview);
    void this.transfer(id);
  }

  /** Chooses a GIF from the search, which is on the server already. */
  chooseGif(channelId: string, gif: Schemas['FoundGif']): void {
    this.clearProblem(channelId);
    if (this.chosenIn(channelId).length >= MAX_CHOSEN_FILES) return;
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
    this.setChosen(channelId, [...this.chosenIds(channelId), id]);
  }

  clearProblem(channelId: string): void {
    this.patch({ problems: withEntry(this.getSnapshot().problems, channelId, null) });
  }

  /** Removes a chosen file. */
  dismiss(channelId: string, id: string): void {
    this.setChosen(
      channelId,
      this.chosenIds(channelId).filter((other) => other !== id),
    );
    this.release(id);
  }

  /** Takes the chosen files out of the composer. */
  takeChosen(channelId: string): readonly Upload[] {
    const chosen = this.chosenIn(channelId);
    this.setChosen(channelId, []);
    return chosen;
  }

  /** Returns a file to the composer unless that is full. */
  putBack(id: string): boolean {
    const upload = this.find(id);
    if (!upload) return false;
    const chosen = this.chosenIds(upload.channelId);
    if (chosen.length >= MAX_CHOSEN_FILES) return false;
    this.setChosen(upload.channelId, [...chosen, id]);
    return true;
  }

  isChosen(upload: Upload): boolean {
    return this.chosenIds(upload.channelId).includes(upload.id);
  }

  /** Restarts an upload; false if this page does not have the file. */
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

  /** Retries waiting uploads after a reconnect. */
  resume(): void {
    for (const { id, status } of this.getSnapshot().byId.values()) if (status === 'waiting') this.retry(id);
  }

  /** Drops an upload. The preview of a sent image stays for its message. */
  release(id: string): void {
    const upload = this.find(id);
    if (!upload) return;
    if (upload.preview !== null && upload.uploaded) this.sentPreviews.set(upload.uploaded.id, upload.preview);
    else if (upload.preview !== null) URL.revokeObjectURL(upload.preview);
    this.forget(id);
  }

  clear(): void {
    for (const id of this.getSnapshot().byId.keys()) this.release(id);
    for (const preview of this.sentPreviews.values()) URL.revokeObjectURL(preview);
    this.sentPreviews.clear();
    this.set({ byId: new Map(), chosen: new Map(), problems: new Map() });
  }

  private chosenIds(channelId: string): readonly string[] {
    return this.getSnapshot().chosen.get(channelId) ?? [];
  }

  private setChosen(channelId: string, ids: readonly string[]): void {
    const { chosen } = this.getSnapshot();
    this.patch({ chosen: withEntry(chosen, channelId, ids.length > 0 ? ids : null) });
  }

  private async measure(id: string, preview: string): Promise<void> {
    try {
      this.change(id, await this.options.measure(preview));
    } catch {
      // Most browsers cannot decode HEIC: it is shown as a file until the server has a picture.
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
      if (!abort.signal.aborted) this.transferFailed(id, transfer, error);
    }
  }

  private transferFailed(id: string, transfer: Transfer, error: unknown): void {
    if (error instanceof HttpError && error.status < 500 && error.status !== 429) {
      this.change(id, { status: 'refused', failure: error.code });
      return;
    }
    const asked = error instanceof HttpError ? error.retryAfter : null;
    const wait =
      asked === null
        ? RETRY_DELAYS_MS[Math.min(transfer.failures, RETRY_DELAYS_MS.length - 1)]
        : asked * 1_000;
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

const NONE: readonly Upload[] = [];

/** Returns the chosen uploads of a channel. */
export function chosenUploads(
  { byId, chosen }: Pick<UploadsState, 'byId' | 'chosen'>,
  channelId: string,
): readonly Upload[] {
  const ids = chosen.get(channelId);
  return ids === undefined ? NONE : ids.flatMap((id) => byId.get(id) ?? []);
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
