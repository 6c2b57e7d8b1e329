import { i18n } from '../i18n/i18n';

const subscribers = new Set<() => void>();
let isWanted = false;

const drawing = () => import('./toasts');

/** Fetches the drawing of toasts while there is a server: the commonest word in passing is that there is none. */
export const prefetchToasts = (): Promise<unknown> => drawing().catch(() => undefined);

export const toasts = {
  subscribe(subscriber: () => void): () => void {
    subscribers.add(subscriber);
    return () => subscribers.delete(subscriber);
  },
  isWanted: () => isWanted,
};

/** A passing word about something that happened. Anything a person must act on belongs on the page instead. */
export async function toast(message: string, tone: 'info' | 'danger' = 'info'): Promise<void> {
  const drawn = await drawing().catch(() => undefined);
  if (drawn === undefined) return;
  isWanted = true;
  for (const subscriber of subscribers) subscriber();
  drawn.notifications.show({
    message,
    withBorder: true,
    color: tone === 'danger' ? 'red' : 'pine',
    closeButtonProps: { 'aria-label': i18n.t('toast.dismiss') },
  });
}
