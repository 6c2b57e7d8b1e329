import { type Note, placeOf, readNote, wordsFor } from './note';

declare const self: ServiceWorkerGlobalScope;

/** What a page of ours is told when somebody touched a notification: it has the same shape in the messenger. */
interface OpenChannel {
  type: 'open-channel';
  channelId: string;
}

// The newest worker serves all pages at once: it keeps nothing that an older one could miss.
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const note = readNote(event.data?.text());
  if (note !== null) event.waitUntil(show(note));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const note = event.notification.data as Note | null;
  if (note !== null) event.waitUntil(open(note));
});

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function show(note: Note): Promise<void> {
  // Whoever looks at a page of ours sees it there.
  if ((await pages()).some((page) => page.visibilityState === 'visible')) return;
  const isCall = note.type === 'incoming_call';
  const { text, lang, dir } = wordsFor(note);
  await self.registration.showNotification('Mentor Hub', {
    body: text,
    lang,
    dir,
    data: note,
    icon: '/favicon.svg',
    // One line per conversation, however much is said in it.
    tag: `${note.type}-${note.channelId}`,
    requireInteraction: isCall,
  });
}

/** To a page that is there, or to a new one. */
async function open(note: Note): Promise<void> {
  const [page] = (await pages()).toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (page === undefined) {
    await self.clients.openWindow(placeOf(note));
    return;
  }
  page.postMessage({ type: 'open-channel', channelId: note.channelId } satisfies OpenChannel);
  // A browser that lets nobody come to the front has the channel open all the same.
  await page.focus().catch(() => undefined);
}
