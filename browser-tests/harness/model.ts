import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A language model whose answers the test controls. */
export class Model {
  private readonly server: Server;
  private readonly asked: ServerResponse[] = [];
  private wanted: ((response: ServerResponse) => void) | undefined;

  private constructor() {
    this.server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (this.wanted) this.wanted(response);
        else this.asked.push(response);
        this.wanted = undefined;
      });
    });
  }

  static async start(): Promise<Model> {
    const model = new Model();
    model.server.listen(0, '127.0.0.1');
    await once(model.server, 'listening');
    return model;
  }

  /** Configuration for the server. */
  get env(): NodeJS.ProcessEnv {
    const { port } = this.server.address() as AddressInfo;
    return {
      MENTORHUB_ASSISTANT_PROVIDER: 'openai',
      MENTORHUB_ASSISTANT_BASE_URL: `http://127.0.0.1:${port}/v1`,
      MENTORHUB_ASSISTANT_MODEL: 'test',
    };
  }

  /** Waits for the next question, to be answered in chunks. */
  async question(): Promise<{ say(text: string): void; end(): void; fail(): void }> {
    const waiting = this.asked.shift();
    const response =
      waiting ??
      (await new Promise<ServerResponse>((resolve) => {
        this.wanted = resolve;
      }));
    const event = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    return {
      say(text) {
        if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
        event({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] });
      },
      end() {
        event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
        response.end('data: [DONE]\n\n');
      },
      fail() {
        response.writeHead(500).end();
      },
    };
  }

  async remove(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
