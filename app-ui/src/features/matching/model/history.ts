import type { Tracker } from '../../../shared/matches/types';

export interface HistoryDay<One> {
  /** Midnight where the reader is. */
  day: number;
  entries: One[];
}

/** Groups entries by the day of their last change where the reader is, newest first. */
export function groupByDay<One extends Pick<Tracker, 'updatedTimestamp'>>(
  entries: readonly One[],
): HistoryDay<One>[] {
  const days = new Map<number, One[]>();
  const newestFirst = [...entries].sort(
    (one, other) => Date.parse(other.updatedTimestamp) - Date.parse(one.updatedTimestamp),
  );
  for (const entry of newestFirst) {
    const at = new Date(entry.updatedTimestamp);
    const day = new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, all]) => ({ day, entries: all }));
}
