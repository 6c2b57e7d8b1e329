import { ExternalStore } from '../external-store';
import { backoffMs } from './backoff';
import { parseServerFrame } from './parse';
import { CLOSE, type ClientCommand, type ServerEvent } from './protocol';

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
  /** A token that is valid now; a rejection counts as a failed connection. */
  token(): Promise<string>;
  nickname(): string;
  /** A new token in place of one that the server refused. */
  renewToken(): Promise<string>;
  /** The server closed for want of a session, or to everybody. A machine that slept may still have one: the owner finds out. */
  unauthenticated(): void;
  onEvent(event: ServerEvent): void;
  /** The socket is bound to the person (again): what was asked before may be lost, ask again. */
  onReady(): void;
  random(): number;
  now(): number;
}

/** `open` begins with the first frame of the server, not with the handshake. */
export type SocketPhase = 'idle' | 'connecting' | 'open' | 'waiting';

export interface SocketState {
  phase: SocketPhase;
  /** When the connection was lost or first wanted; null while it stands or is not wanted. */
  downSince: number | null;
}

const IDLE: SocketState = { phase: 'idle', downSince: null };
const OPEN = 1;
const HANDSHAKE_MS = 10_000;
/** The server's pings are invisible to JavaScript: after this silence ask for a frame. */
const PROBE_AFTER_MS = 25_000;
const DEAD_AFTER_PROBE_MS = 10_000;
const DEAD_AFTER_WAKE_MS = 5_000;
const RESTART_SPREAD_MS = 2_000;

/** One connection to the hub that keeps itself alive for as long as it is wanted. */
export class HubSocket extends ExternalStore<SocketState> {
  private readonly options: SocketOptions;
  private socket: SocketLike | null = null;
  private attempt = 0;
  private lastFrameAt = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private lifeTimer: ReturnType<typeof setTimeout> | undefined;
  /** Frames leave in the order they were asked for, though each waits for its token. */
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

  /** False when there is no open connection: the caller asks again in `onReady`. */
  send(command: ClientCommand): boolean {
    if (!this.isOpen || !this.socket) return false;
    this.post(this.socket, command);
    return true;
  }

  /** Everything that was asked for has left, as far as it will. */
  flushed(): Promise<void> {
    return this.outbound;
  }

  /** The network is back or the page is looked at again: do not wait for a timer. */
  wake(): void {
    const { phase } = this.getSnapshot();
    if (phase === 'waiting') {
      this.attempt = 0;
      this.reconnect();
    } else if (phase === 'open' && this.options.now() - this.lastFrameAt >= PROBE_AFTER_MS) {
      this.probe(DEAD_AFTER_WAKE_MS);
    }
  }

  private connect(): void {
    clearTimeout(this.retryTimer);
    this.change('connecting');
    const socket = this.options.createSocket();
    this.socket = socket;
    this.outbound = Promise.resolve();
    this.lifeTimer = setTimeout(() => this.lost(), HANDSHAKE_MS);
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
      // No token means no connection; the next attempt asks for one again.
      .catch(() => {
        if (this.socket === socket) this.lost();
      });
  }

  private receive(data: unknown): void {
    this.lastFrameAt = this.options.now();
    clearTimeout(this.lifeTimer);
    this.lifeTimer = setTimeout(() => this.probe(DEAD_AFTER_PROBE_MS), PROBE_AFTER_MS);
    const event = parseServerFrame(data);
    const refused = event?.command === 'error' && event.code.startsWith('token_');
    if (refused) {
      this.refreshToken();
    } else if (!this.isOpen) {
      this.attempt = 0;
      this.change('open');
      this.options.onReady();
    }
    if (event) this.options.onEvent(event);
  }

  /** What was refused is asked again by `onReady`. */
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
  }

  private lost(delay = backoffMs(this.attempt++, this.options.random)): void {
    this.drop();
    this.change('waiting');
    this.retryTimer = setTimeout(() => this.connect(), delay);
  }

  private drop(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.lifeTimer);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    // A socket that was given up must not speak into the life of its successor.
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  private change(phase: SocketPhase): void {
    const { downSince } = this.getSnapshot();
    this.set({ phase, downSince: phase === 'open' ? null : (downSince ?? this.options.now()) });
  }
}
