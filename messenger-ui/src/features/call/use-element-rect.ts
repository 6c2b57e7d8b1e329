import { useLayoutEffect, useState } from 'react';

/** Tracks the position of an element in the viewport. */
export function useElementRect(element: HTMLElement | null) {
  const [rect, setRect] = useState<{ left: number; top: number; width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    if (!element) return setRect(null);
    const measure = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      setRect({ left, top, width, height });
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
  return rect;
}
