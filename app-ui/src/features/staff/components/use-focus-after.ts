import { useRef } from 'react';

/** Moves the focus to a heading after an act, since the button that was pressed may be gone. */
export function useFocusAfter() {
  const ref = useRef<HTMLHeadingElement>(null);
  // The dialog gives the focus back to its button first.
  const focus = () => requestAnimationFrame(() => ref.current?.focus());
  return { ref, focus };
}
