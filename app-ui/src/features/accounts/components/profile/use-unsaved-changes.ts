import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** Asks before leaving the page with unsaved changes, including "back" and a reload. */
export function useUnsavedChanges(isUnsaved: () => boolean): Blocker {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  // After a sign-out and under maintenance the page must be left.
  return useBlocker(({ nextLocation }) => isUnsaved() && nextLocation.pathname !== '/signin');
}
