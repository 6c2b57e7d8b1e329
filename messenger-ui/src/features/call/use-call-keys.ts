import { useEffect, useRef } from 'react';

/** Which key is which: by their place on the keyboard, because with Alt some systems type another letter. */
const CODES: Readonly<Record<string, 'microphone' | 'camera'>> = { KeyM: 'microphone', KeyV: 'camera' };

/** Alt with a letter, which neither screen readers nor browsers use for themselves, anywhere on the page of the call. */
export function useCallKeys(toggle: (source: 'microphone' | 'camera') => void): void {
  const current = useRef(toggle);
  useEffect(() => {
    current.current = toggle;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const source = CODES[event.code];
      if (!source || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      current.current(source);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
