import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { Hub } from './hub';

/**
 * Network between one browser and the server that a test can cut. The browser's own offline mode leaves open sockets
 * connected; this one closes them.
 */
export class Cable {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private isPlugged = true;
  private port = 0;

  private constructor(hub: Hub) {
    this.server = createServer((near) => {
      if (!this.isPlugged) {
        near.destroy();
        return;
      }
      const far = createConnection({ host: '127.0.0.1', port: Number(new URL(hub.url).port) });
      this.join(near, far);
      this.join(far, near);
    });
  }

  static async to(hub: Hub): Promise<Cable> {
    const cable = new Cable(hub);
    cable.server.listen(0, '127.0.0.1');
    await once(cable.server, 'listening');
    const address = cable.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    cable.port = address.port;
    return cable;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  cut(): void {
    this.isPlugged = false;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Stops all data without closing a connection. */
  freeze(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  plug(): void {
    this.isPlugged = true;
  }

  async remove(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }
}
