import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A child process with its output so far. */
export class Process {
  readonly child: ChildProcess;
  private output = '';

  constructor(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
    this.child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.child.emit('output');
      });
    }
    // An unknown command must reject the promises that wait for output.
    this.child.on('error', (error) => {
      this.output += error.message;
      this.child.emit('output');
    });
  }

  /** Waits for matching output. Rejects with the whole output if the process ends first. */
  waitForOutput(pattern: RegExp): Promise<RegExpMatchArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const match = this.output.match(pattern);
        if (match) resolve(match);
        else if (this.hasEnded) reject(new Error(`ended before it said ${pattern}:\n${this.output}`));
        else return;
        this.child.off('output', look).off('close', look);
      };
      this.child.on('output', look).on('close', look);
      look();
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Kills the process without shutdown. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Shuts the process down. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.hasEnded) return;
    const closed = once(this.child, 'close');
    this.child.kill(signal);
    await closed;
  }

  private get hasEnded(): boolean {
    return this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

export async function temporaryFolder(name: string): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `mentorhub-${name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Returns a free port, for programs that cannot choose one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
