import { useSyncExternalStore } from 'react';

function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** 600 px and less: everything takes the whole screen. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 600px)');
}

/** Below the medium breakpoint (992 px): tablets, and phones with them. */
export function useIsTablet(): boolean {
  return useMediaQuery('(max-width: 991.98px)');
}
