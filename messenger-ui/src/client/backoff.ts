const FIRST_CEILING_MS = 500;
const LAST_CEILING_MS = 30_000;
/** The minimum wait: a server that refuses at once is not flooded. */
const FLOOR_MS = 100;

/** Full-jitter exponential backoff: after a restart thousands of clients must not return at the same moment. */
export function backoffMs(attempt: number, random: () => number): number {
  const ceiling = Math.min(LAST_CEILING_MS, FIRST_CEILING_MS * 2 ** Math.min(attempt, 16));
  return Math.max(FLOOR_MS, Math.round(random() * ceiling));
}
