import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { prefetchToasts, toasts } from './toast';

/** What a page is opened for comes first. */
const AFTER_MS = 3_000;

const Toasts = lazy(() => import('./toasts'));

export function ToastOutlet() {
  const isWanted = useSyncExternalStore(toasts.subscribe, toasts.isWanted);
  useEffect(() => {
    const timer = setTimeout(prefetchToasts, AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isWanted ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
