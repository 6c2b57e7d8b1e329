import { type RefObject, useEffect, useRef } from 'react';

/** A list this close to its end counts as at its end when it is resized. */
const NEAR_END_PX = 48;
/** Fractions of pixels. */
const AT_END_PX = 2;

interface Measures {
  top: number;
  view: number;
  content: number;
}

interface KeptEnd {
  /** The end stays visible from now on, until the reader scrolls away. */
  keep: () => void;
}

/**
 * Keeps the end of a list visible while the list or its rows change their height: by a banner, the keyboard, a growing
 * composer, a reaction. Only the reader ends that, by scrolling. `isFollowing` tells whether growing rows move the list.
 * Another `generation` has another scroller.
 */
export function useKeptEnd(
  scroller: RefObject<HTMLElement | null>,
  generation: number,
  startsAtEnd: boolean,
  isFollowing: () => boolean,
): KeptEnd {
  const isKept = useRef(startsAtEnd);
  const follows = useRef(isFollowing);
  follows.current = isFollowing;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation mounts a new scroller
  useEffect(() => {
    const element = scroller.current;
    const rows = element?.querySelector('[data-testid="virtuoso-item-list"]');
    if (!element || !rows) return;
    isKept.current = startsAtEnd;
    let last = measure(element);

    const resized = () => {
      const now = measure(element);
      const isGrown = now.view === last.view;
      const wasAtEnd = isKept.current || gapOf(last) <= NEAR_END_PX;
      if (isGrown ? isKept.current && follows.current() : wasAtEnd) {
        isKept.current = true;
        element.scrollTop = element.scrollHeight;
      } else if (isGrown && isKept.current) isKept.current = gapOf(now) <= AT_END_PX;
      last = measure(element);
    };
    const scrolled = () => {
      const now = measure(element);
      // A change of the height also scrolls; the observer answers it.
      const isByReader = now.view === last.view && now.content === last.content;
      if (isByReader) isKept.current = gapOf(now) <= AT_END_PX || (isKept.current && now.top >= last.top);
      if (isByReader) last = now;
    };
    const observer = new ResizeObserver(resized);
    observer.observe(element);
    // The rows that are not rendered are its padding.
    observer.observe(rows, { box: 'border-box' });
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [generation]);

  const keep = useRef(() => {
    isKept.current = true;
  });
  return { keep: keep.current };
}

const measure = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): Measures => ({
  top: scrollTop,
  view: clientHeight,
  content: scrollHeight,
});

const gapOf = ({ top, view, content }: Measures): number => content - top - view;
