import { type CallSettled, type IncomingCall, type Note, ringingFor, shownAs, tagOf, wordsFor } from './note';

/** What browsers know of notifications and TypeScript does not: not all of them have it. */
interface CallOptions extends NotificationOptions {
  actions: readonly { action: string; title: string }[];
  vibrate: readonly number[];
}

/** Shows that somebody calls, until it has rung out: then it says what was missed. */
export async function ring(registration: ServiceWorkerRegistration, note: IncomingCall): Promise<void> {
  const { accept, decline } = wordsFor(note);
  const options: CallOptions = {
    ...shownAs(note),
    requireInteraction: true,
    vibrate: [400, 200, 400, 200, 400],
    actions: [
      { action: 'accept', title: accept },
      { action: 'decline', title: decline },
    ],
  };
  await registration.showNotification('Mentor Hub', options);
  await new Promise((resolve) => setTimeout(resolve, ringingFor(note, Date.now())));
  await settle(registration, { ...note, type: 'call_settled', outcome: 'missed' });
}

/** A call rings no longer: what says so goes, and a missed one leaves a quiet line. */
export async function settle(registration: ServiceWorkerRegistration, note: CallSettled): Promise<void> {
  const shown = await registration.getNotifications({ tag: tagOf(note) });
  const ringing = shown.filter(({ data }) => (data as Note | null)?.type === 'incoming_call');
  for (const notification of ringing) notification.close();
  if (note.outcome !== 'missed' || ringing.length === 0) return;
  await registration.showNotification('Mentor Hub', { ...shownAs(note), silent: true });
}

/** Tells the server, and through it who calls. The worker has no page to ask for a token; the browser's cookie gives one. */
export async function declineCall(room: string): Promise<void> {
  try {
    const answer = await fetch('/api/v2/users/refresh/', { method: 'POST' });
    const { accessToken } = (await answer.json()) as { accessToken?: string };
    await fetch(`/api/v2/video/room/${encodeURIComponent(room)}/event/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ event: 'declined' }),
    });
  } catch {
    // Without a network it rings out by itself.
  }
}
