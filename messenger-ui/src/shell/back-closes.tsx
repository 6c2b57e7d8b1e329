import { useEffect, useRef } from 'react';
import { layOver } from './layers';
import { hasAddress } from './selection';

/** Stands in what lies over a conversation: on the page of its own, where back means the conversation, it means this. */
export function BackCloses({ onClose }: { onClose: () => void }): null {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => (hasAddress() ? layOver(() => close.current()) : undefined), []);
  return null;
}
