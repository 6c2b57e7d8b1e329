import type { ActiveMatches } from './types';

const BEFORE_MS = 60_000;

/** After so long, another node takes over a round that did not end. */
const LONGEST_MS = 10 * 60_000;

/** Whether a round for this person runs or is about to begin. The server names its time until it has ended. `now` is the server's time. */
export function isRoundNear({ nextRoundOn }: Pick<ActiveMatches, 'nextRoundOn'>, now: number): boolean {
  if (nextRoundOn === null) return false;
  const left = Date.parse(nextRoundOn) - now;
  return -LONGEST_MS < left && left <= BEFORE_MS;
}
