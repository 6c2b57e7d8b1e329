import { declineCall, ring, settle } from './call-notes';
import { callOf, type IncomingCall, type Note, placeOf, readNote, shownAs } from './note';

declare const self: ServiceWorkerGlobalScope;

/** What a page of ours is told when somebody touched a notification: it has the same shape in the messenger. */
type Wanted = { type: 'open-channel'; channelId: string } | { type: 'take-call'; room: string };

/** A page that does not answer by then does not ring. */
const ANSWER_WITHIN_MS = 2_000;

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
  if (note !== null) event.waitUntil(follow(note, event.action));
});

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function show(note: Note): Promise<void> {
  if (note.type === 'call_settled') return settle(self.registration, note);
  const open = await pages();
  // Whoever looks at a page of ours sees it there; a call is worth a line beside a page that only stands open.
  if (note.type === 'incoming_call') {
    const page = open.find(({ focused }) => focused);
    if (page === undefined || !(await isToldBy(page, note))) await ring(self.registration, note);
    return;
  }
  if (open.some((page) => page.visibilityState === 'visible')) return;
  await self.registration.showNotification('Mentor Hub', shownAs(note));
}

/** Whether a page tells of a call. One without a messenger does not, nor one that cannot ask the server. */
function isToldBy(page: WindowClient, { room, ringsUntil }: IncomingCall): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    page.postMessage({ type: 'incoming-call', room, ringsUntil }, [port2]);
  });
}

async function follow(note: Note, action: string): Promise<void> {
  if (note.type !== 'incoming_call') {
    await open(placeOf(note), { type: 'open-channel', channelId: note.channelId });
  } else if (action === 'decline') {
    await declineCall(note.room);
  } else if (action === 'accept') {
    await open(callOf(note), { type: 'take-call', room: note.room });
  } else {
    await open(placeOf(note), null);
  }
}

/** To a page that is there, which hears what is wanted, or to a new one. */
async function open(place: string, wanted: Wanted | null): Promise<void> {
  const [page] = (await pages()).toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (page === undefined) {
    await self.clients.openWindow(place);
    return;
  }
  if (wanted !== null) page.postMessage(wanted);
  // A browser that lets nobody come to the front has it open all the same.
  await page.focus().catch(() => undefined);
}
