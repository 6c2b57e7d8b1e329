import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { prefetchToasts, toasts } from './toast';

/** Delays the prefetch until the page has loaded. */
const PREFETCH_DELAY_MS = 3_000;

const Toasts = lazy(() => import('./toasts'));

export function ToastOutlet() {
  const isMounted = useSyncExternalStore(toasts.subscribe, toasts.isMounted);
  useEffect(() => {
    const timer = setTimeout(prefetchToasts, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isMounted ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
