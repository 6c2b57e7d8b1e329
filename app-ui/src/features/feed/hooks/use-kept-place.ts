import { type RefObject, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import type { VirtuosoHandle } from 'react-virtuoso';
import { keepPlace, type Place } from '../place';

/** Above this scroll position in pixels, the person is at the top. */
const TOP_PX = 300;

/** Keeps where the person is in the list, for when they come back to this entry of the history or reload it. */
export function useKeptPlace(
  list: RefObject<VirtuosoHandle | null>,
  box: RefObject<HTMLElement | null>,
  { asOf, pages }: Pick<Place, 'asOf' | 'pages'>,
): void {
  const { key, search } = useLocation();
  useLayoutEffect(() => {
    const [handle, element] = [list.current, box.current];
    const keep = () => {
      const top = window.scrollY;
      const height = element?.getBoundingClientRect().height ?? 0;
      if (top < TOP_PX) keepPlace({ key, search }, undefined);
      else handle?.getState((snapshot) => keepPlace({ key, search }, { asOf, pages, top, snapshot, height }));
    };
    window.addEventListener('pagehide', keep);
    // Phones discard hidden pages without a further event.
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      keep();
    };
  }, [key, search, list, box, asOf, pages]);
}
