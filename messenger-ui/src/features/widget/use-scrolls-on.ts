import { useEffect, useState } from 'react';

/** A finger that rests moves this far. */
const JITTER_PX = 8;

/** Pages keep as much room at their end. */
const END_PX = 80;

/** Returns whether the reader has scrolled on through the page; not at its end, nor after turning back. */
export function useScrollsOn(): boolean {
  const [scrollsOn, setScrollsOn] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const follow = () => {
      const { scrollY, innerHeight } = window;
      const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - END_PX;
      if (isEnd) setScrollsOn(false);
      if (Math.abs(scrollY - last) < JITTER_PX) return;
      if (!isEnd) setScrollsOn(scrollY > last);
      last = scrollY;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return scrollsOn;
}
