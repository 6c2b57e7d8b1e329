import { type RefObject, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import type { VirtuosoHandle } from 'react-virtuoso';
import { keepScrollPosition, type ScrollPosition } from '../scroll-position';

/** Above this scroll position in pixels, the person is at the top. */
const TOP_PX = 300;

/** Keeps the scroll position of the list for a reload or a return to this entry of the history. */
export function useScrollPosition(
  list: RefObject<VirtuosoHandle | null>,
  box: RefObject<HTMLElement | null>,
  { asOf, pages }: Pick<ScrollPosition, 'asOf' | 'pages'>,
): void {
  const { key, search } = useLocation();
  useLayoutEffect(() => {
    const [handle, element] = [list.current, box.current];
    const keep = () => {
      const top = window.scrollY;
      const height = element?.getBoundingClientRect().height ?? 0;
      if (top < TOP_PX) keepScrollPosition({ key, search }, undefined);
      else
        handle?.getState((snapshot) =>
          keepScrollPosition({ key, search }, { asOf, pages, top, snapshot, height }),
        );
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
