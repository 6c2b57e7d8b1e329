import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Process, temporaryFolder } from './process';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = process.env.CARGO_TARGET_DIR ?? `${ROOT}/target`;
export const BINARY = process.env.MENTORHUB_BINARY ?? `${TARGET}/debug/mentorhub`;

/** Names the data folder that `demo-data.ts` prepared. */
export const DEMO_DATA = 'MENTORHUB_TEST_DEMO_DATA';

/** A real server with the demo world, in a temporary folder. */
export class Hub {
  private process: Process | undefined;
  private port = 0;
  private readonly folder: { path: string; remove(): Promise<void> };
  private readonly env: NodeJS.ProcessEnv;
  private readonly options: readonly string[];

  private constructor(
    folder: { path: string; remove(): Promise<void> },
    env: NodeJS.ProcessEnv,
    options: readonly string[],
  ) {
    this.folder = folder;
    this.env = env;
    this.options = options;
  }

  /** `env` is configuration from environment variables, `options` are those of `serve`. */
  static async start(env: NodeJS.ProcessEnv = {}, options: readonly string[] = []): Promise<Hub> {
    const hub = new Hub(await temporaryFolder('hub'), env, options);
    const prepared = process.env[DEMO_DATA];
    if (prepared && !env.MENTORHUB_DATABASE_URL) await cp(prepared, hub.folder.path, { recursive: true });
    await hub.start();
    return hub;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Kills the server without shutdown. */
  async kill(): Promise<void> {
    await this.process?.kill();
  }

  /** Starts again on the same port with the same data. */
  async start(): Promise<void> {
    const place = ['--data-dir', this.folder.path, '--listen', `127.0.0.1:${this.port}`];
    const args = ['serve', '--demo', ...this.options, ...place];
    this.process = new Process(BINARY, args, this.env);
    const [, port] = await this.process.waitForOutput(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
    this.port = Number(port);
  }

  /** Runs a command line of the server binary, and returns what it prints. */
  async command(...args: string[]): Promise<string> {
    const env = { ...process.env, ...this.env };
    const { stdout } = await promisify(execFile)(BINARY, [...args, '--data-dir', this.folder.path], { env });
    return stdout;
  }

  /** Ends the mentorships of the demo world; their mentees wait for no other mentor. */
  async endMentorships(): Promise<void> {
    const list = await this.command('mentorship', 'list');
    for (const [id] of list.matchAll(/^[0-9a-f-]{36}/gm)) {
      await this.command('mentorship', 'end', id, '--reason', 'other', '--no-return');
    }
  }

  async remove(): Promise<void> {
    await this.kill();
    await this.folder.remove();
  }
}
