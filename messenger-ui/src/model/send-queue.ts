import type { Outbox } from './outbox';
import { NEEDS_CONFIRMATION, type PendingMessage } from './pending-message';

export interface SendQueueOptions {
  channelId: string;
  outbox: Outbox;
  /** Returns false without a connection. */
  transmit(message: PendingMessage): boolean;
}

const ACK_TIMEOUT_MS = 15_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const MAX_RETRIES = 5;
/** Temporary errors; all others need a decision of the person. */
const TEMPORARY_ERRORS = new Set(['rate_limited', 'unavailable']);

/**
 * Sends the pending messages of a channel one at a time, in the order of writing. A message that waits for its file blocks
 * later files, which keep their order, but not texts. A message stays in the outbox until the server returns it, and is sent again under the same `tempId`.
 */
export class SendQueue {
  private readonly options: SendQueueOptions;
  private inFlight: string | null = null;
  private refusals = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;

  constructor(options: SendQueueOptions) {
    this.options = options;
  }

  get isIdle(): boolean {
    return this.waiting.length === 0;
  }

  /** Starts sending after the join: answers now reach this connection. */
  start(): void {
    this.running = true;
    this.release();
    this.pump();
  }

  stop(): void {
    this.running = false;
    this.release();
  }

  pump(): void {
    if (!this.running || this.inFlight !== null) return;
    const message = this.next();
    if (!message || !this.options.transmit(message)) return;
    this.inFlight = message.tempId;
    this.timer = setTimeout(() => this.retry(), ACK_TIMEOUT_MS);
  }

  confirmed(tempId: string): void {
    this.options.outbox.remove(tempId);
    this.finish(tempId);
  }

  refused(
    tempId: string,
    code: string,
    retryAfterMs: number | undefined,
    kinds: readonly string[] = [],
  ): void {
    // Late, of an attempt before the person confirmed it: the confirmed one is under way.
    if (code === NEEDS_CONFIRMATION && this.options.outbox.find(tempId)?.confirmed) return;
    const isTemporary = TEMPORARY_ERRORS.has(code) && (code !== 'unavailable' || this.refusals < MAX_RETRIES);
    if (!isTemporary) {
      this.options.outbox.fail(tempId, code, kinds);
      this.finish(tempId);
    } else if (this.inFlight === tempId) {
      clearTimeout(this.timer);
      const delay = retryAfterMs ?? Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.refusals);
      this.refusals += 1;
      this.timer = setTimeout(() => this.retry(), delay);
    }
  }

  /** Continues with the next message after the person withdrew this one. */
  withdrawn(tempId: string): void {
    this.finish(tempId);
  }

  private finish(tempId: string): void {
    if (this.inFlight !== tempId) return;
    this.refusals = 0;
    this.retry();
  }

  private retry(): void {
    this.release();
    this.pump();
  }

  private release(): void {
    clearTimeout(this.timer);
    this.inFlight = null;
  }

  private next(): PendingMessage | undefined {
    let isFileWaiting = false;
    return this.waiting.find(({ attachment }) => {
      if (attachment === null) return true;
      isFileWaiting ||= attachment.url === null;
      return !isFileWaiting;
    });
  }

  private get waiting(): PendingMessage[] {
    return this.options.outbox
      .inChannel(this.options.channelId)
      .filter(({ status }) => status === 'in-progress');
  }
}
