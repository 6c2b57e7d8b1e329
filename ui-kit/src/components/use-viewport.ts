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

/** At most 600 px: content takes the whole screen. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 600px)');
}

/** Below the medium breakpoint (992 px): tablets and phones. */
export function useIsTablet(): boolean {
  return useMediaQuery('(max-width: 991.98px)');
}
