import { useSyncExternalStore } from 'react';
import type { ExternalStore } from '../external-store';

/** Subscribes to a part of a store; renders again when that part changes. */
export function useStore<Snapshot, Part = Snapshot>(
  store: ExternalStore<Snapshot>,
  select: (snapshot: Snapshot) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()));
}
