import type { StateSnapshot } from 'react-virtuoso';

/** The scroll position in the feed, and what it needs to be restored. */
export interface ScrollPosition {
  /** The time of the set of items, and how many pages of it were loaded. */
  asOf: string;
  pages: number;
  /** The offset of the page in pixels. */
  top: number;
  /** The measured heights of the rows. */
  snapshot: StateSnapshot;
  /** The height of the list, which the page has again before its rows are measured. */
  height: number;
}

const KEY = 'feed-places';

/** Entries of the history that are remembered. */
const MAX_POSITIONS = 10;

/** The key of the first entry of a tab, which a new visit has again. */
const FIRST = 'default';

/** By entry of the history. Kept over reloads of the tab. */
const positions = new Map<string, ScrollPosition>(readPositions());

const nameOf = ({ key, search }: { key: string; search: string }) => key + search;

/** Returns the scroll position in this entry of the history; undefined at the top. */
export const scrollPositionOf = (location: { key: string; search: string }): ScrollPosition | undefined =>
  positions.get(nameOf(location));

/** Keeps the scroll position in this entry of the history; undefined forgets it. */
export function keepScrollPosition(
  location: { key: string; search: string },
  position: ScrollPosition | undefined,
): void {
  const name = nameOf(location);
  positions.delete(name);
  if (position !== undefined) positions.set(name, position);
  const [oldest] = positions.keys();
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions]));
  } catch {
    // A full or forbidden storage: a reload starts at the top.
  }
}

function readPositions(): [string, ScrollPosition][] {
  const [visit] = performance.getEntriesByType?.('navigation') ?? [];
  const isNewVisit = visit !== undefined && (visit as PerformanceNavigationTiming).type === 'navigate';
  try {
    const kept: [string, ScrollPosition][] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return kept.filter(([name]) => !(isNewVisit && name.startsWith(FIRST)));
  } catch {
    return [];
  }
}
