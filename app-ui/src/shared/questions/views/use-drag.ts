import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { dropIndex } from './order';

interface Drag {
  from: number;
  to: number;
  /** How far the item has been dragged, in pixels. */
  offset: number;
  /** How far the others make room. */
  room: number;
}

/** Drags items of a vertical list by a handle. Escape and an interrupted touch put the item back. */
export function useDrag(onDrop: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);

  function start(event: PointerEvent<HTMLElement>, from: number): void {
    if (event.button !== 0 || list.current === null) return;
    const boxes = [...list.current.children].map((item) => {
      const { top, height } = item.getBoundingClientRect();
      return { top: top + window.scrollY, height };
    });
    const second = boxes[1];
    const gap = second && boxes[0] ? second.top - boxes[0].top - boxes[0].height : 0;
    const room = (boxes[from]?.height ?? 0) + gap;
    const startY = event.clientY + window.scrollY;
    const abort = new AbortController();
    let latest: Drag | null = null;

    const end = (isDropped: boolean) => {
      abort.abort();
      setDrag(null);
      if (isDropped && latest !== null && latest.to !== from) onDrop(from, latest.to);
    };
    stop.current = () => abort.abort();
    const options = { signal: abort.signal };
    window.addEventListener(
      'pointermove',
      ({ clientY }) => {
        const offset = clientY + window.scrollY - startY;
        latest = { from, to: dropIndex(boxes, from, offset), offset, room };
        setDrag(latest);
      },
      options,
    );
    window.addEventListener('pointerup', () => end(true), options);
    window.addEventListener('pointercancel', () => end(false), options);
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), options);
  }

  /** Returns how far an item is displaced. */
  function offsetOf(index: number): number {
    if (drag === null) return 0;
    const { from, to, offset, room } = drag;
    if (index === from) return offset;
    if (index > from && index <= to) return -room;
    return index < from && index >= to ? room : 0;
  }

  return { list, start, offsetOf, dragged: drag?.from ?? null };
}
