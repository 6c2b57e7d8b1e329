import type { Outbox, PendingMessage } from './outbox';

export interface DeliveryOptions {
  channelId: string;
  outbox: Outbox;
  /** False when there is no connection. */
  transmit(message: PendingMessage): boolean;
}

const ACK_TIMEOUT_MS = 15_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const MAX_UNAVAILABLE = 5;
/** Refusals that pass by themselves; everything else is for the person to decide. */
const PASSING = new Set(['rate_limited', 'unavailable', 'token_expired']);

/**
 * Hands a channel's waiting messages over one at a time, so that they arrive in the order they were written; one whose
 * file is still on its way lets the others pass. A message leaves the outbox only when the server returns it; until then
 * it is offered again under the same `tempId`.
 */
export class Delivery {
  private readonly options: DeliveryOptions;
  private inFlight: string | null = null;
  private refusals = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;

  constructor(options: DeliveryOptions) {
    this.options = options;
  }

  get isIdle(): boolean {
    return this.waiting.length === 0;
  }

  /** The channel is joined: from here on answers reach this socket. */
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
    this.timer = setTimeout(() => this.again(), ACK_TIMEOUT_MS);
  }

  confirmed(tempId: string): void {
    this.options.outbox.remove(tempId);
    this.settle(tempId);
  }

  refused(tempId: string, code: string, retryAfterMs: number | undefined): void {
    const passing = PASSING.has(code) && (code !== 'unavailable' || this.refusals < MAX_UNAVAILABLE);
    if (!passing) {
      this.options.outbox.fail(tempId, code);
      this.settle(tempId);
    } else if (this.inFlight === tempId) {
      clearTimeout(this.timer);
      const delay = retryAfterMs ?? Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.refusals);
      this.refusals += 1;
      this.timer = setTimeout(() => this.again(), delay);
    }
  }

  /** The person took a message back: the ones behind it need not wait for its answer. */
  withdrawn(tempId: string): void {
    this.settle(tempId);
  }

  private settle(tempId: string): void {
    if (this.inFlight !== tempId) return;
    this.refusals = 0;
    this.again();
  }

  private again(): void {
    this.release();
    this.pump();
  }

  private release(): void {
    clearTimeout(this.timer);
    this.inFlight = null;
  }

  private next(): PendingMessage | undefined {
    return this.waiting.find(({ attachment }) => attachment?.url !== null);
  }

  private get waiting(): PendingMessage[] {
    return this.options.outbox.of(this.options.channelId).filter(({ status }) => status === 'in-progress');
  }
}
