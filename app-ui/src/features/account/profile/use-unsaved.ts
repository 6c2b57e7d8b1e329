import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** While something is not saved, every way out of the page asks first, "back" and a reload included. */
export function useUnsaved(isUnsaved: () => boolean): Blocker {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  // Whoever is signed out, or finds closed doors, has to go.
  return useBlocker(({ nextLocation }) => isUnsaved() && nextLocation.pathname !== '/signin');
}
