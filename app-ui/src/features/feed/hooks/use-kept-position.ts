import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { StateSnapshot, VirtuosoHandle } from 'react-virtuoso';

interface Position {
  /** The measured heights of the rows. */
  snapshot: StateSnapshot;
  /** The height of the list, which the page has again before its rows are measured. */
  height: number;
}

/** Entries of the history that are remembered. */
const MAX_POSITIONS = 20;

/** By the key of a history entry; lost with a reload, as are the rows. */
const positions = new Map<string, Position>();

/**
 * Keeps the heights of a list for when the person comes back to this entry of the history. The router restores the scroll
 * position, and can do so only if the page is as high as before.
 */
export function useKeptPosition(
  list: RefObject<VirtuosoHandle | null>,
  box: RefObject<HTMLElement | null>,
): Position | undefined {
  const { key } = useLocation();
  const [known] = useState(() => positions.get(key));
  useLayoutEffect(() => {
    const [handle, element] = [list.current, box.current];
    return () => {
      const height = element?.getBoundingClientRect().height ?? 0;
      handle?.getState((snapshot) => {
        positions.delete(key);
        positions.set(key, { snapshot, height });
        const [oldest] = positions.keys();
        if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
      });
    };
  }, [key, list, box]);
  return known;
}
