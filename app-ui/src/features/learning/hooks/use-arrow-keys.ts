import { useEffect, useEffectEvent } from 'react';

/** Parts that use the arrow keys themselves. */
const OWN_KEYS =
  'input, textarea, select, summary, video, iframe, [role="dialog"], [role="menu"], [contenteditable]';

interface ArrowActions {
  onForward: () => void;
  onBack: () => void;
}

/** Goes forward and back by the arrow keys, in the direction of the writing. */
export function useArrowKeys({ onForward, onBack }: ArrowActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(OWN_KEYS) !== null) return;
    const isForward = (event.key === 'ArrowRight') === (document.documentElement.dir !== 'rtl');
    event.preventDefault();
    if (isForward) onForward();
    else onBack();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
