import { useState } from 'react';

/**
 * Returns `current` with the values of the previous render where they are equal, or the previous map itself if all of
 * them are: memoised components then skip what did not change.
 */
export function useReusedEntries<Key, Value>(
  current: ReadonlyMap<Key, Value>,
  isEqual: (a: Value, b: Value) => boolean,
): ReadonlyMap<Key, Value> {
  const [previous, setPrevious] = useState(current);
  const next = reuseEntries(previous, current, isEqual);
  if (next !== previous) setPrevious(next);
  return next;
}

export function reuseEntries<Key, Value>(
  previous: ReadonlyMap<Key, Value>,
  current: ReadonlyMap<Key, Value>,
  isEqual: (a: Value, b: Value) => boolean,
): ReadonlyMap<Key, Value> {
  let isUnchanged = previous.size === current.size;
  const next = new Map<Key, Value>();
  for (const [key, value] of current) {
    const known = previous.get(key);
    const isKnown = known !== undefined && isEqual(known, value);
    if (!isKnown) isUnchanged = false;
    next.set(key, isKnown ? known : value);
  }
  return isUnchanged ? previous : next;
}
