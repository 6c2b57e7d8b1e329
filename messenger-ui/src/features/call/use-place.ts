import { useLayoutEffect, useState } from 'react';

/** Where an element is on the screen, for what is drawn over it. */
export function usePlace(element: HTMLElement | null) {
  const [place, setPlace] = useState<{ left: number; top: number; width: number; height: number } | null>(
    null,
  );
  useLayoutEffect(() => {
    if (!element) return setPlace(null);
    const measure = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      setPlace({ left, top, width, height });
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    resized.observe(document.body);
    window.addEventListener('resize', measure);
    window.addEventListener('scroll', measure, { capture: true, passive: true });
    return () => {
      resized.disconnect();
      window.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure, { capture: true });
    };
  }, [element]);
  return place;
}
