import { retryLoad } from '../errors/retry-load';
import { i18n } from '../i18n/i18n';

const subscribers = new Set<() => void>();
let isMounted = false;

const loadToasts = () => import('./toasts');

/** Prefetches the toast component while the server is reachable: the most common toast reports that it is not. */
export const prefetchToasts = (): Promise<unknown> => loadToasts().catch(() => undefined);

export const toasts = {
  subscribe(subscriber: () => void): () => void {
    subscribers.add(subscriber);
    return () => subscribers.delete(subscriber);
  },
  isMounted: () => isMounted,
};

/** Shows a transient message. Messages that need an action belong on the page. */
export async function toast(message: string, tone: 'info' | 'danger' = 'info'): Promise<void> {
  // A style sheet that is still missing elsewhere must not hide the message about it.
  const component = await loadToasts()
    .catch(() => retryLoad(loadToasts))
    .catch(() => undefined);
  if (component === undefined) return;
  isMounted = true;
  for (const subscriber of subscribers) subscriber();
  component.notifications.show({
    message,
    withBorder: true,
    color: tone === 'danger' ? 'red' : 'pine',
    closeButtonProps: { 'aria-label': i18n.t('toast.dismiss') },
  });
}
