import { useSyncExternalStore } from 'react';
import type { ExternalStore } from '../external-store';

/** The part of a store that a view shows; it renders again when that part becomes another. */
export function useStore<Snapshot, Part = Snapshot>(
  store: ExternalStore<Snapshot>,
  select: (snapshot: Snapshot) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()));
}
