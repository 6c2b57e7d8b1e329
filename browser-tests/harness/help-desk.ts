import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/** The used part of Chatwoot's API on the page; records its calls. */
const SDK = `
  window.deskCalls = [];
  const keep = (name) => (...args) => void window.deskCalls.push([name, ...args]);
  window.chatwootSDK = { run(options) {
    keep('run')(options, window.chatwootSettings);
    const names = ['setUser', 'setCustomAttributes', 'setLocale', 'toggleBubbleVisibility', 'reset'];
    window.$chatwoot = Object.fromEntries(names.map((name) => [name, keep(name)]));
    window.dispatchEvent(new Event('chatwoot:ready'));
  } };
`;

/** A help desk on another origin. */
export class HelpDesk {
  private readonly server: Server;

  private constructor() {
    this.server = createServer(({ url }, response) => {
      if (url !== '/packs/js/sdk.js') {
        response.writeHead(404).end();
        return;
      }
      // Like a server for pages of other origins.
      const headers = { 'content-type': 'text/javascript', 'cross-origin-resource-policy': 'cross-origin' };
      response.writeHead(200, headers).end(SDK);
    });
  }

  static async start(): Promise<HelpDesk> {
    const desk = new HelpDesk();
    desk.server.listen(0, '127.0.0.1');
    await once(desk.server, 'listening');
    return desk;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Configuration for the server. */
  get env(): NodeJS.ProcessEnv {
    return {
      MENTORHUB_HELPDESK_URL: this.url,
      MENTORHUB_HELPDESK_WEBSITE_TOKEN: 'aToken1',
      MENTORHUB_HELPDESK_IDENTITY_KEY: 'a key',
    };
  }

  /** Recorded calls of a page's script, in order. */
  static calls(page: Page): Promise<unknown[][]> {
    return page.evaluate(() => (window as unknown as { deskCalls?: unknown[][] }).deskCalls ?? []);
  }

  async remove(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
