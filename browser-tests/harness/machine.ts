import { createHash } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';

/** Hashing this many bytes takes about 20 ms on the machine for which the timeouts were chosen. */
const SAMPLE = Buffer.alloc(32 * 1024 * 1024);
const REFERENCE_MS = 20;
const MAX_FACTOR = 8;

/**
 * How much longer this machine takes than the one for which the timeouts were chosen: its measured speed times the number
 * of processes that wait for each core. At least 1; a build machine gets at least 3.
 */
const slowness = measure();

/** A timeout in milliseconds, extended on a slow or busy machine. */
export const scaled = (milliseconds: number): number => Math.round(milliseconds * slowness);

function measure(): number {
  const started = performance.now();
  createHash('sha256').update(SAMPLE).digest();
  const speed = (performance.now() - started) / REFERENCE_MS;
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  const least = process.env.CI ? 3 : 1;
  return Math.min(MAX_FACTOR, Math.max(least, speed * Math.max(1, load)));
}
