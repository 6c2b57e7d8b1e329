import { useEffect, useRef } from 'react';

/** Physical key codes: with Alt some systems report another character. */
const KEY_CODES: Readonly<Record<string, 'microphone' | 'camera'>> = { KeyM: 'microphone', KeyV: 'camera' };

/** Toggles devices by Alt and a letter, which neither screen readers nor browsers use. */
export function useCallShortcuts(toggle: (source: 'microphone' | 'camera') => void): void {
  const latestToggle = useRef(toggle);
  useEffect(() => {
    latestToggle.current = toggle;
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const source = KEY_CODES[event.code];
      if (!source || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      latestToggle.current(source);
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
}
