import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const file = (name: string) => readFileSync(new URL(`./jitsi/${name}`, import.meta.url));

interface Guest {
  id: string;
  name: string;
  /** Whether the token permits recording. */
  mayRecord: boolean;
  stream: ServerResponse;
}

/** A server that behaves towards a page like Jitsi, without media. */
export class Jitsi {
  /** Token claims of all participants. */
  readonly tokens: Record<string, unknown>[] = [];
  /** Calls of the page that Jitsi's documentation does not list. */
  readonly mistakes: string[] = [];
  /** Does not answer. */
  isDown = false;
  private readonly server: Server;
  private readonly rooms = new Map<string, Guest[]>();
  private readonly recorded = new Set<string>();
  private guests = 0;

  private constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async start(): Promise<Jitsi> {
    const jitsi = new Jitsi();
    jitsi.server.listen(0, '127.0.0.1');
    await once(jitsi.server, 'listening');
    return jitsi;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async remove(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const [, room = '', what] = pathname.split('/');
    if (this.isDown) {
      request.socket.destroy();
    } else if (pathname === '/mistakes') {
      this.mistakes.push(await textOf(request));
      response.end();
    } else if (pathname === '/external_api.js') {
      // Like scripts for pages of other origins.
      response.writeHead(200, {
        'content-type': 'text/javascript',
        'cross-origin-resource-policy': 'cross-origin',
      });
      response.end(file('external_api.js'));
    } else if (what === 'news') {
      this.enter(room, searchParams, response);
    } else if (what === 'recording') {
      this.record(room, JSON.parse(await textOf(request)) as { id: string; on: boolean });
      response.end();
    } else {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(file('room.html'));
    }
  }

  /** Executes a moderator's command; others get a refusal that is not broadcast. */
  private record(room: string, { id, on }: { id: string; on: boolean }): void {
    const guest = this.rooms.get(room)?.find((one) => one.id === id);
    if (guest?.mayRecord !== true) {
      const payload = { on: this.recorded.has(room), mode: 'file', error: 'not-allowed' };
      guest?.stream.write(event('recordingStatusChanged', payload));
      return;
    }
    if (on === this.recorded.has(room)) return;
    if (on) this.recorded.add(room);
    else this.recorded.delete(room);
    this.tell(room, 'recordingStatusChanged', { on, mode: 'file' });
  }

  /** Admits tokens for exactly this room and notifies the other participants. */
  private enter(room: string, parameters: URLSearchParams, stream: ServerResponse): void {
    stream.writeHead(200, { 'content-type': 'text/event-stream' });
    const claims = claimsOf(parameters.get('jwt') ?? '');
    if (claims?.room !== room) {
      stream.write(event('refused', {}));
      return;
    }
    this.tokens.push(claims);
    const id = `guest${++this.guests}`;
    const guest = { id, name: parameters.get('name') ?? '', mayRecord: mayRecord(claims), stream };
    const before = this.rooms.get(room) ?? [];
    this.rooms.set(room, [...before, guest]);
    stream.write(event('videoConferenceJoined', { id: guest.id, roomName: room }));
    if (this.recorded.has(room)) stream.write(event('recordingStatusChanged', { on: true, mode: 'file' }));
    for (const other of before) {
      other.stream.write(event('participantJoined', { id: guest.id, displayName: guest.name }));
      stream.write(event('participantJoined', { id: other.id, displayName: other.name }));
    }
    stream.on('close', () => {
      const left = (this.rooms.get(room) ?? []).filter((one) => one !== guest);
      this.rooms.set(room, left);
      if (left.length === 0) this.recorded.delete(room);
      this.tell(room, 'participantLeft', { id: guest.id });
    });
  }

  private tell(room: string, name: string, payload: object): void {
    for (const { stream } of this.rooms.get(room) ?? []) stream.write(event(name, payload));
  }
}

const event = (name: string, payload: object): string =>
  `data: ${JSON.stringify({ event: name, payload })}\n\n`;

/** Like Jitsi: a moderator whose token has this feature. */
function mayRecord(claims: Record<string, unknown>): boolean {
  const { user, features } = claims.context as {
    user: { moderator: boolean };
    features: { recording: boolean };
  };
  return user.moderator && features.recording;
}

function claimsOf(jwt: string): Record<string, unknown> | null {
  const [, body] = jwt.split('.');
  return body === undefined ? null : JSON.parse(Buffer.from(body, 'base64url').toString());
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
