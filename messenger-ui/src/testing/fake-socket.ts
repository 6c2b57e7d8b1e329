import type { SocketLike } from '../client/socket';

/** A socket whose server side the test controls. */
export class FakeSocket implements SocketLike {
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];
  closedByClient = false;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }

  close(): void {
    this.readyState = 3;
    this.closedByClient = true;
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.(new Event('open'));
  }

  deliver(frame: unknown): void {
    this.onmessage?.(
      new MessageEvent('message', { data: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
    );
  }

  deliverBinary(): void {
    this.onmessage?.(new MessageEvent('message', { data: new ArrayBuffer(8) }));
  }

  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.(new CloseEvent('close', { code }));
  }

  commands(): unknown[] {
    return this.sent.map((frame) => frame.command);
  }
}
