import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const PER_PAGE = 10;
const COLOURS = ['2e7d5b', 'f0a44b', 'c4452c', '1f5d4a', '7aa0c4', 'b5a642', '8e6c88', '5b8f8f'];

/** A complete GIF of one pixel. */
function point(colour: string): Buffer {
  const head = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1');
  const pixel = Buffer.from(',\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;', 'latin1');
  return Buffer.concat([head, Buffer.from(colour, 'hex'), Buffer.from('ffffff', 'hex'), pixel]);
}

/** A server with GIPHY's protocol: a number of pictures per search, none for "nothing". */
export class GifProvider {
  readonly asked: string[] = [];
  /** Answers with a rate limit error. */
  isBusy = false;
  private readonly server: Server;
  private readonly total: number;

  private constructor(total: number) {
    this.total = total;
    this.server = createServer(({ url = '/' }, response) => {
      this.asked.push(url);
      const { pathname, searchParams } = new URL(url, 'http://provider');
      if (this.isBusy) {
        response.writeHead(429, { 'content-type': 'application/json' }).end('{}');
      } else if (pathname.startsWith('/media/')) {
        const number = Number.parseInt(pathname.split('/')[2] ?? '', 10);
        response.writeHead(200, { 'content-type': 'image/gif' });
        response.end(point(COLOURS[number % COLOURS.length] ?? 'ffffff'));
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify(this.page(Number(searchParams.get('offset')), searchParams.get('q') ?? '')),
        );
      }
    });
  }

  static async start(total = 25): Promise<GifProvider> {
    const provider = new GifProvider(total);
    provider.server.listen(0, '127.0.0.1');
    await once(provider.server, 'listening');
    return provider;
  }

  /** Configuration for the server. */
  get env(): NodeJS.ProcessEnv {
    return { MENTORHUB_GIFS_KEY: 'a-key', MENTORHUB_GIFS_API_URL: this.url };
  }

  async remove(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private page(offset: number, query: string) {
    const total = query === 'nothing' ? 0 : this.total;
    const numbers = Array.from(
      { length: Math.max(0, Math.min(PER_PAGE, total - offset)) },
      (_, i) => offset + i,
    );
    const data = numbers.map((number) => {
      const rendition = (name: string) => ({
        url: `${this.url}/media/${number}/${name}.gif`,
        width: '320',
        height: '240',
      });
      return {
        id: `${query}${number}`,
        title: `${query || 'Popular'} ${number + 1}`,
        images: {
          downsized: rendition('downsized'),
          fixed_width: rendition('fixed_width'),
          fixed_width_still: rendition('still'),
        },
      };
    });
    return { data, pagination: { total_count: total, count: data.length, offset } };
  }
}
