import { HttpError } from 'ui-kit';
import { checkFile, FILE_RULES, type FileProblem, type FileQuestionType } from './file-rules';
import type { FileValue } from './submission';

/** Uploads a file and returns its id and an address of it. Given by the page. */
export type Upload = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  type: FileQuestionType,
) => Promise<{ file: string; url: string }>;

export type UploadState =
  | { status: 'uploading'; name: string; share: number }
  | { status: 'failed'; name: string; error: unknown }
  /** Another attempt with the same file would end in the same way. */
  | { status: 'refused'; name: string; problem: FileProblem | 'brokenFile' };

interface Entry {
  state: UploadState;
  file: File;
  type: FileQuestionType;
  abort: AbortController;
}

/** The uploads of a form by question key. They outlive the page of the form that started them. */
export class Uploads {
  private readonly entries = new Map<string, Entry>();
  private readonly subscribers = new Set<() => void>();

  constructor(
    private readonly upload: Upload,
    private readonly onDone: (key: string, value: FileValue) => void,
  ) {}

  subscribe = (subscriber: () => void): (() => void) => {
    this.subscribers.add(subscriber);
    return () => this.subscribers.delete(subscriber);
  };

  get = (key: string): UploadState | undefined => this.entries.get(key)?.state;

  isUploading(key: string): boolean {
    return this.get(key)?.status === 'uploading';
  }

  start(key: string, type: FileQuestionType, file: File): void {
    this.entries.get(key)?.abort.abort();
    const problem = checkFile(type, file);
    if (problem === null) return void this.send(key, file, type);
    const state = { status: 'refused', name: file.name, problem } as const;
    this.set(key, { state, file, type, abort: new AbortController() });
  }

  retry(key: string): void {
    const entry = this.entries.get(key);
    if (entry?.state.status === 'failed') void this.send(key, entry.file, entry.type);
  }

  /** Stops an upload, or removes the message of a failed one. */
  cancel(key: string): void {
    this.entries.get(key)?.abort.abort();
    this.entries.delete(key);
    this.notify();
  }

  cancelAll(): void {
    for (const key of [...this.entries.keys()]) this.cancel(key);
  }

  private async send(key: string, file: File, type: FileQuestionType): Promise<void> {
    const abort = new AbortController();
    const { name } = file;
    const setState = (state: UploadState) => {
      // A replaced upload may still report.
      if (!abort.signal.aborted) this.set(key, { state, file, type, abort });
    };
    setState({ status: 'uploading', name, share: 0 });
    try {
      const onProgress = (share: number) => setState({ status: 'uploading', name, share });
      const done = await this.upload(file, onProgress, abort.signal, type);
      if (abort.signal.aborted) return;
      this.entries.delete(key);
      this.onDone(key, { ...done, name });
      this.notify();
    } catch (error) {
      const problem = problemOf(error, type);
      setState(problem === null ? { status: 'failed', name, error } : { status: 'refused', name, problem });
    }
  }

  private set(key: string, entry: Entry): void {
    this.entries.set(key, entry);
    this.notify();
  }

  private notify(): void {
    for (const subscriber of this.subscribers) subscriber();
  }
}

/** What the server finds wrong with a file; null for errors that another attempt may not have. */
function problemOf(error: unknown, type: FileQuestionType): FileProblem | 'brokenFile' | null {
  if (!(error instanceof HttpError)) return null;
  if (error.code === 'file_too_large') return FILE_RULES[type].tooLarge;
  if (error.code !== 'file_broken') return null;
  return type === 'Document' ? 'brokenFile' : 'notAnImage';
}
