import { type PointerEvent, useRef } from 'react';

/** How far a finger moves before it means the next step, in CSS pixels. */
const DISTANCE = 64;

/** Parts that use a sideways movement themselves. */
const OWN_MOVEMENT = 'input, textarea, select, video, iframe';

interface SwipeActions {
  /** The finger moved towards the start of the line. */
  onForward: () => void;
  onBack: () => void;
}

/** Handlers for an area that is swiped sideways by a finger; its `touch-action` must be `pan-y`. */
export function useSwipe({ onForward, onBack }: SwipeActions) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isOwn = (event.target as Element).closest(OWN_MOVEMENT) !== null;
      const { pointerId: id, clientX: x, clientY: y, pointerType, isPrimary } = event;
      start.current = pointerType === 'mouse' || !isPrimary || isOwn ? null : { id, x, y };
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const from = start.current;
      start.current = null;
      if (from === null || from.id !== event.pointerId) return;
      const x = event.clientX - from.x;
      if (Math.abs(x) < DISTANCE || Math.abs(x) < 2 * Math.abs(event.clientY - from.y)) return;
      // A long press that selects text is no swipe.
      if (window.getSelection()?.isCollapsed === false) return;
      const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
      if (x < 0 === isRightToLeft) onBack();
      else onForward();
    },
    onPointerCancel() {
      start.current = null;
    },
  };
}
