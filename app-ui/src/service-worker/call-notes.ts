import {
  type ActionOptions,
  type CallSettled,
  type IncomingCall,
  type Note,
  ringingFor,
  shownAs,
  tagOf,
  wordsFor,
} from './note';

interface CallOptions extends ActionOptions {
  vibrate: readonly number[];
}

/** Shows an incoming call until it stops ringing, then a missed call. */
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

/** Removes the notification of a call; a missed call leaves a silent one. */
export async function settle(registration: ServiceWorkerRegistration, note: CallSettled): Promise<void> {
  const shown = await registration.getNotifications({ tag: tagOf(note) });
  const ringing = shown.filter(({ data }) => (data as Note | null)?.type === 'incoming_call');
  for (const notification of ringing) notification.close();
  if (note.outcome !== 'missed' || ringing.length === 0) return;
  await registration.showNotification('Mentor Hub', { ...shownAs(note), silent: true });
}

/**
 * Declines the call at the server, which informs the caller. The worker has no page to get a token from and uses the
 * cookie.
 */
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
    // Without a network the call rings until its timeout.
  }
}
