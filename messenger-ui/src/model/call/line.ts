import type { CallCommand, CallEvent, ServerError } from '../../client/protocol';

/** Whoever follows what is said of calls. */
export interface LineListener {
  onEvent?(event: CallEvent): void;
  /** A command about calls was refused. */
  onRefused?(error: ServerError): void;
  /** The connection stands again, or is lost. */
  onConnection?(isOpen: boolean): void;
}

/** The part of the connection that calls use: the hub hands on what concerns them and knows nothing else of them. */
export class CallLine {
  private readonly listeners = new Set<LineListener>();
  /** False where there is no connection: whoever must be heard asks again in `onConnection`. */
  readonly send: (command: CallCommand) => boolean;

  constructor(send: (command: CallCommand) => boolean) {
    this.send = send;
  }

  readonly listen = (listener: LineListener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  event(event: CallEvent): void {
    for (const listener of this.listeners) listener.onEvent?.(event);
  }

  refused(error: ServerError): void {
    for (const listener of this.listeners) listener.onRefused?.(error);
  }

  connection(isOpen: boolean): void {
    for (const listener of this.listeners) listener.onConnection?.(isOpen);
  }
}
