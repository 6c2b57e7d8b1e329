import { useRef } from 'react';

/** Moves the focus to a heading if it got lost with the button of an act. */
export function useFocusAfter() {
  const ref = useRef<HTMLHeadingElement>(null);
  const focus = () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) ref.current?.focus();
    });
  return { ref, focus };
}
