import { keepApp, removeOldApps, renewApp } from './app-files';
import { declineCall, ring, settle } from './call-notes';
import { callOf, type IncomingCall, type Note, pathOf, readNote, shownAs } from './note';
import { answerOffline, removeOldPages, storeOfflinePage } from './offline';

declare const self: ServiceWorkerGlobalScope;

/** The message to a page when a notification is opened; the messenger expects the same shape. */
type Wanted = { type: 'open-channel'; channelId: string } | { type: 'take-call'; room: string };

/** A page that does not answer in this time does not ring. */
const ANSWER_WITHIN_MS = 2_000;

// The newest worker serves all pages at once: it has no state that an older one could miss.
self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([storeOfflinePage(), renewApp()]));
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  // The browser requests a page while the worker starts.
  const preloads = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([removeOldPages(), removeOldApps(), preloads, self.clients.claim()]));
});

self.addEventListener('fetch', answerOffline);

// A page that can be read without a network was opened.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'keep-app') event.waitUntil(keepApp());
});

self.addEventListener('push', (event) => {
  const note = readNote(event.data?.text());
  if (note !== null) event.waitUntil(show(note));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const note = event.notification.data as Note | null;
  if (note !== null) event.waitUntil(follow(note, event.action));
});

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function show(note: Note): Promise<void> {
  if (note.type === 'call_settled') return settle(self.registration, note);
  const open = await pages();
  // A focused page shows the message itself; a call also notifies beside an unfocused page.
  if (note.type === 'incoming_call') {
    const page = open.find(({ focused }) => focused);
    if (page === undefined || !(await isToldBy(page, note))) await ring(self.registration, note);
    return;
  }
  // Pages show messages and surveys themselves, but no reminders.
  const isMatchReminder = note.type === 'matching' && note.notice === 'reminder';
  const isReminder = note.type === 'event_reminder' || note.type === 'deadline_reminder' || isMatchReminder;
  if (!isReminder && open.some((page) => page.visibilityState === 'visible')) return;
  await self.registration.showNotification('Mentor Hub', shownAs(note));
}

/** Whether a page shows the call. Pages without a messenger and pages without a connection do not. */
function isToldBy(page: WindowClient, { room, ringsUntil }: IncomingCall): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    page.postMessage({ type: 'incoming-call', room, ringsUntil }, [port2]);
  });
}

async function follow(note: Note, action: string): Promise<void> {
  if (!('channelId' in note)) {
    // A page of the messenger has no surveys and calendars, and typed text is kept as a draft: a page of its own is simplest.
    await self.clients.openWindow(pathOf(note, action));
  } else if (note.type !== 'incoming_call') {
    await open(pathOf(note), { type: 'open-channel', channelId: note.channelId });
  } else if (action === 'decline') {
    await declineCall(note.room);
  } else if (action === 'accept') {
    await open(callOf(note), { type: 'take-call', room: note.room });
  } else {
    await open(pathOf(note), null);
  }
}

/** Focuses an open page and posts the message to it, or opens a new page. */
async function open(path: string, wanted: Wanted | null): Promise<void> {
  const [page] = (await pages()).toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (page === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  if (wanted !== null) page.postMessage(wanted);
  // The page is open even where the browser refuses to focus it.
  await page.focus().catch(() => undefined);
}
