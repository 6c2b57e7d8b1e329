import type { ClientCommand, ErrorFrame, ServerFrame } from '../../client/frames.gen';

/** The frames that concern calls. */
export type CallFrame = Extract<ServerFrame, { command: 'incoming_call' | `call_${string}` }>;
export type CallCommand = Extract<ClientCommand, { command: `call_${string}` }>;

/** A listener for call frames. */
export interface CallSignalingListener {
  onFrame?(event: CallFrame): void;
  /** The server refused a call command. */
  onRefused?(error: ErrorFrame): void;
  /** The connection opened or closed. */
  onConnection?(isOpen: boolean): void;
}

/** The signalling channel of calls: the hub passes on call frames without interpreting them. */
export class CallSignaling {
  private readonly listeners = new Set<CallSignalingListener>();
  /** Returns false without a connection: the caller repeats the command in `onConnection`. */
  readonly send: (command: CallCommand) => boolean;

  constructor(send: (command: CallCommand) => boolean) {
    this.send = send;
  }

  readonly listen = (listener: CallSignalingListener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  event(event: CallFrame): void {
    for (const listener of this.listeners) listener.onFrame?.(event);
  }

  refused(error: ErrorFrame): void {
    for (const listener of this.listeners) listener.onRefused?.(error);
  }

  connection(isOpen: boolean): void {
    for (const listener of this.listeners) listener.onConnection?.(isOpen);
  }
}
