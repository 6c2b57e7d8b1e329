import type { StateSnapshot } from 'react-virtuoso';

/** Where a person was in the feed. */
export interface Place {
  /** The time of the set of items, and how many pages of it were loaded. */
  asOf: string;
  pages: number;
  /** The scroll position of the page. */
  top: number;
  /** The measured heights of the rows. */
  snapshot: StateSnapshot;
  /** The height of the list, which the page has again before its rows are measured. */
  height: number;
}

const KEY = 'feed-places';

/** Entries of the history that are remembered. */
const MAX_PLACES = 10;

/** The key of the first entry of a tab, which a new visit has again. */
const FIRST = 'default';

/** By entry of the history. Kept over reloads of the tab. */
const places = new Map<string, Place>(readPlaces());

const nameOf = ({ key, search }: { key: string; search: string }) => key + search;

/** Returns the place in this entry of the history; undefined if the person was at the top. */
export const placeOf = (location: { key: string; search: string }): Place | undefined =>
  places.get(nameOf(location));

/** Keeps the place in this entry of the history; undefined forgets it. */
export function keepPlace(location: { key: string; search: string }, place: Place | undefined): void {
  const name = nameOf(location);
  places.delete(name);
  if (place !== undefined) places.set(name, place);
  const [oldest] = places.keys();
  if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...places]));
  } catch {
    // A full or forbidden storage: a reload starts at the top.
  }
}

function readPlaces(): [string, Place][] {
  const [visit] = performance.getEntriesByType?.('navigation') ?? [];
  const isNewVisit = visit !== undefined && (visit as PerformanceNavigationTiming).type === 'navigate';
  try {
    const kept: [string, Place][] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return kept.filter(([name]) => !(isNewVisit && name.startsWith(FIRST)));
  } catch {
    return [];
  }
}
