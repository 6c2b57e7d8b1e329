import { ExternalStore } from '../external-store';
import { backoffMs } from './backoff';
import { CLOSE } from './close-codes';
import { decodeServerFrame } from './decode';
import type { ClientCommand, ServerFrame } from './frames.gen';

export interface SocketLike {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

export interface SocketOptions {
  createSocket(): SocketLike;
  /** Returns a valid token; a rejection counts as a failed connection. */
  token(): Promise<string>;
  nickname(): string;
  /** Returns a new token after the server refused the current one. */
  renewToken(): Promise<string>;
  /**
   * The server closed the connection for want of a login session or for maintenance. A device that slept may still have
   * a login session: the owner checks.
   */
  unauthenticated(): void;
  /** The server closed the connection because the person has not agreed to the terms. */
  termsRequired(): void;
  onFrame(event: ServerFrame): void;
  /** The connection is authenticated (again): earlier requests may be lost and must be repeated. */
  onReady(): void;
  random(): number;
  now(): number;
}

/** `open` begins with the first frame from the server, not with the handshake. */
export type SocketPhase = 'idle' | 'connecting' | 'open' | 'waiting';

export interface SocketState {
  phase: SocketPhase;
  /** Since when a wanted connection has been missing or silent; null otherwise. */
  downSince: number | null;
  /** Attempts to connect since then. */
  attempts: number;
}

const IDLE: SocketState = { phase: 'idle', downSince: null, attempts: 0 };
const OPEN = 1;
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** JavaScript cannot see the server's pings: after this silence the client requests a frame. */
const PROBE_DELAY_MS = 25_000;
const PROBE_TIMEOUT_MS = 10_000;
const WAKE_PROBE_TIMEOUT_MS = 5_000;
/** A request without an answer for this long is shown as a lost connection, although the answer may still come. */
const SILENCE_MS = 4_000;
/** Commands that the server answers at once. */
const ANSWERED: ReadonlySet<string> = new Set(['join', 'send', 'fetch_messages', 'get_room_chat_messages']);
const RESTART_SPREAD_MS = 2_000;

/** A connection to the hub that reconnects until it is stopped. */
export class HubSocket extends ExternalStore<SocketState> {
  private readonly options: SocketOptions;
  private socket: SocketLike | null = null;
  private attempt = 0;
  private lastFrameAt = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private lifeTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Sends frames in order, although each waits for its token. */
  private outbound: Promise<void> = Promise.resolve();
  private refreshing = false;

  constructor(options: SocketOptions) {
    super(IDLE);
    this.options = options;
  }

  get isOpen(): boolean {
    return this.getSnapshot().phase === 'open';
  }

  start(): void {
    if (this.getSnapshot().phase === 'idle') this.connect();
  }

  stop(): void {
    this.drop();
    this.attempt = 0;
    this.set(IDLE);
  }

  reconnect(): void {
    this.drop();
    this.connect();
  }

  /** Returns false without an open connection: the caller repeats the request in `onReady`. */
  send(command: ClientCommand): boolean {
    if (!this.isOpen || !this.socket) return false;
    this.post(this.socket, command);
    if (ANSWERED.has(command.command)) this.silenceTimer ??= setTimeout(() => this.suspect(), SILENCE_MS);
    return true;
  }

  /** Resolves when every requested frame has been sent or dropped. */
  flushed(): Promise<void> {
    return this.outbound;
  }

  /** Reconnects or probes at once, because the network is back or the page is visible again. */
  wake(): void {
    const { phase } = this.getSnapshot();
    if (phase === 'waiting') {
      this.attempt = 0;
      this.reconnect();
    } else if (phase === 'open' && this.options.now() - this.lastFrameAt >= PROBE_DELAY_MS) {
      this.probe(WAKE_PROBE_TIMEOUT_MS);
    }
  }

  /** The browser lost its network: a connection that is still open has to prove it. */
  networkLost(): void {
    if (this.isOpen) this.suspect(WAKE_PROBE_TIMEOUT_MS);
  }

  /** Connects at once instead of waiting for the next attempt. */
  retryNow(): void {
    const { phase } = this.getSnapshot();
    if (phase === 'idle') return;
    this.attempt = 0;
    this.reconnect();
  }

  private connect(): void {
    clearTimeout(this.retryTimer);
    const { attempts } = this.getSnapshot();
    this.change('connecting', attempts + 1);
    const socket = this.options.createSocket();
    this.socket = socket;
    this.outbound = Promise.resolve();
    this.lifeTimer = setTimeout(() => this.lost(), HANDSHAKE_TIMEOUT_MS);
    socket.onopen = () => this.post(socket, { command: 'unread_message' });
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = (event) => this.closed(event.code);
  }

  private post(socket: SocketLike, command: ClientCommand): void {
    this.outbound = this.outbound
      .then(async () => {
        const token = await this.options.token();
        if (this.socket !== socket || socket.readyState !== OPEN) return;
        socket.send(JSON.stringify({ ...command, token, nickname: this.options.nickname() }));
      })
      // Without a token there is no connection; the next attempt requests one again.
      .catch(() => {
        if (this.socket === socket) this.lost();
      });
  }

  private receive(data: unknown): void {
    this.lastFrameAt = this.options.now();
    clearTimeout(this.lifeTimer);
    this.endSilence();
    if (this.isOpen && this.getSnapshot().downSince !== null) this.change('open');
    this.lifeTimer = setTimeout(() => this.probe(PROBE_TIMEOUT_MS), PROBE_DELAY_MS);
    const event = decodeServerFrame(data);
    const refused = event?.command === 'error' && event.code.startsWith('token_');
    if (refused) {
      this.refreshToken();
    } else if (!this.isOpen) {
      this.attempt = 0;
      this.change('open');
      this.options.onReady();
    }
    if (event) this.options.onFrame(event);
  }

  /** Renews the token; `onReady` repeats the refused requests. */
  private refreshToken(): void {
    const socket = this.socket;
    if (!socket || this.refreshing) return;
    this.refreshing = true;
    void this.options
      .renewToken()
      .then(
        () => {
          if (this.socket !== socket) return;
          this.post(socket, { command: 'unread_message' });
          if (this.isOpen) this.options.onReady();
        },
        () => {
          if (this.socket === socket) this.lost();
        },
      )
      .finally(() => {
        this.refreshing = false;
      });
  }

  /** Shows the connection as lost until its next frame. */
  private suspect(deadline = PROBE_TIMEOUT_MS): void {
    this.endSilence();
    this.patch({ downSince: this.getSnapshot().downSince ?? this.options.now() });
    this.probe(deadline);
  }

  private endSilence(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = undefined;
  }

  private probe(deadline: number): void {
    if (!this.socket) return;
    clearTimeout(this.lifeTimer);
    this.lifeTimer = setTimeout(() => this.lost(), deadline);
    this.post(this.socket, { command: 'unread_message' });
  }

  private closed(code: number): void {
    if (code === CLOSE.restart) this.lost(Math.round(this.options.random() * RESTART_SPREAD_MS));
    else this.lost();
    if (code === CLOSE.notSignedIn || code === CLOSE.maintenance) this.options.unauthenticated();
    if (code === CLOSE.termsRequired) this.options.termsRequired();
  }

  private lost(delay = backoffMs(this.attempt++, this.options.random)): void {
    this.drop();
    this.change('waiting');
    this.retryTimer = setTimeout(() => this.connect(), delay);
  }

  private drop(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.lifeTimer);
    this.endSilence();
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    // Late events of an abandoned socket must not reach its successor.
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  private change(phase: SocketPhase, attempts = this.getSnapshot().attempts): void {
    const { downSince } = this.getSnapshot();
    if (phase === 'open') this.set({ phase, downSince: null, attempts: 0 });
    else this.set({ phase, downSince: downSince ?? this.options.now(), attempts });
  }
}
