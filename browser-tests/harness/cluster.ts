import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Hub } from './hub';
import { freePort, Process, temporaryFolder } from './process';

const run = promisify(execFile);

/** A Redis server that the test may freeze and empty. */
export class Redis {
  private readonly process: Process;
  private readonly port: number;
  private readonly folder: { remove(): Promise<void> };

  private constructor(process: Process, port: number, folder: { remove(): Promise<void> }) {
    this.process = process;
    this.port = port;
    this.folder = folder;
  }

  static async start(): Promise<Redis> {
    const folder = await temporaryFolder('redis');
    const port = await freePort();
    const options = { bind: '127.0.0.1', port: String(port), dir: folder.path, save: '', appendonly: 'no' };
    const args = Object.entries(options).flatMap(([key, value]) => [`--${key}`, value]);
    const redis = new Redis(new Process('redis-server', args), port, folder);
    await redis.process.waitForOutput(/Ready to accept connections/);
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/?protocol=resp3`;
  }

  /**
   * Freezes: connections stay open without answers, which clients detect later than a closed connection. Then continues
   * with an empty database.
   */
  async freezeAndForget(milliseconds: number): Promise<void> {
    this.process.signal('SIGSTOP');
    await setTimeout(milliseconds);
    this.process.signal('SIGCONT');
    await run('redis-cli', ['-h', '127.0.0.1', '-p', String(this.port), 'FLUSHALL']);
  }

  async remove(): Promise<void> {
    await this.process.kill();
    await this.folder.remove();
  }
}

/** Two nodes of one installation that share PostgreSQL and Redis. */
export class Cluster {
  readonly first: Hub;
  readonly second: Hub;
  readonly redis: Redis;
  private readonly dropDatabase: () => Promise<void>;

  private constructor(first: Hub, second: Hub, redis: Redis, dropDatabase: () => Promise<void>) {
    this.first = first;
    this.second = second;
    this.redis = redis;
    this.dropDatabase = dropDatabase;
  }

  static async start(): Promise<Cluster> {
    const admin = process.env.MENTORHUB_TEST_POSTGRES;
    if (!admin) throw new Error('MENTORHUB_TEST_POSTGRES is not set: run this through scripts/with-services');
    const redis = await Redis.start();
    const database = new URL(admin);
    database.pathname = `/browser_${process.pid}_${Date.now()}`;
    const name = database.pathname.slice(1);
    await run('psql', [admin, '-qc', `CREATE DATABASE ${name}`]);
    const env = { MENTORHUB_DATABASE_URL: database.href, MENTORHUB_BUS_URL: redis.url };
    // Sequentially: the first one migrates and creates the demo world.
    const first = await Hub.start(env);
    const second = await Hub.start(env);
    return new Cluster(first, second, redis, async () => {
      await run('psql', [admin, '-qc', `DROP DATABASE ${name} WITH (FORCE)`]);
    });
  }

  async remove(): Promise<void> {
    await Promise.all([this.first.remove(), this.second.remove()]);
    await Promise.all([this.redis.remove(), this.dropDatabase()]);
  }
}
