import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push subscription. */
export interface Subscription {
  endpoint: string;
  expirationTime: null;
  keys: { p256dh: string; auth: string };
}

/** A push service with subscribed browsers; decrypts messages by RFC 8291 independently of the server's code. */
export class PushService {
  /** Status of further answers. */
  status = 201;
  private readonly server: Server;
  private readonly keys = new Map<string, { ecdh: ECDH; auth: Buffer }>();
  private readonly received: { name: string; note: unknown }[] = [];

  private constructor() {
    this.server = createServer((request, response) => {
      void this.take(request).then(() => response.writeHead(this.status).end());
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    service.server.listen(0, '127.0.0.1');
    await once(service.server, 'listening');
    return service;
  }

  /** Configuration for the server. */
  get env(): NodeJS.ProcessEnv {
    return { MENTORHUB_PUSH_TRUSTED_ORIGIN: this.url };
  }

  /** Subscribes a browser of this name. */
  subscribe(name: string): Subscription {
    const ecdh = createECDH('prime256v1');
    const p256dh = ecdh.generateKeys('base64url');
    const auth = randomBytes(16);
    this.keys.set(name, { ecdh, auth });
    return {
      endpoint: `${this.url}/${name}`,
      expirationTime: null,
      keys: { p256dh, auth: auth.toString('base64url') },
    };
  }

  /** Returns the decrypted messages for a browser. */
  notesFor(name: string): unknown[] {
    return this.received.filter((one) => one.name === name).map(({ note }) => note);
  }

  async remove(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async take(request: IncomingMessage): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const name = (request.url ?? '/').slice(1);
    this.received.push({ name, note: this.open(name, Buffer.concat(pieces)) });
  }

  private open(name: string, body: Buffer): unknown {
    const keys = this.keys.get(name);
    if (keys === undefined) throw new Error(`no browser subscribed as ${name}`);
    const { ecdh, auth } = keys;
    const salt = body.subarray(0, 16);
    const idLength = body.readUInt8(20);
    const theirs = body.subarray(21, 21 + idLength);
    const sealed = body.subarray(21 + idLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]);
    const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(theirs), auth, info, 32));
    const derived = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The last non-zero byte is the delimiter 2.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}
