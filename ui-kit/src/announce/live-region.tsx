import { useSyncExternalStore } from 'react';
import { VisuallyHidden } from '../components/visually-hidden';
import { pageAnnouncer } from './announcer';

/** The live region of the page. */
export function LiveRegion() {
  const text = useSyncExternalStore(pageAnnouncer.subscribe, pageAnnouncer.getSnapshot);
  return (
    <VisuallyHidden role="status" aria-live="polite" data-announcer="">
      {text}
    </VisuallyHidden>
  );
}
