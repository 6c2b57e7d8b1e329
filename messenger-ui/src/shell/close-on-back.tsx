import { useEffect, useLayoutEffect, useRef } from 'react';
import { pushOverlay } from './overlay-history';
import { hasAddress } from './selection';

/** Makes the browser's back button close the overlay that renders this, on pages where back would leave the channel. */
export function CloseOnBack({ onClose }: { onClose: () => void }): null {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  // Before the overlay is painted: who sees it can go back.
  useLayoutEffect(() => (hasAddress() ? pushOverlay(() => close.current()) : undefined), []);
  return null;
}
