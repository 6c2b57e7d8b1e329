import type { QueryClient } from '@tanstack/react-query';
import { HttpError, http, NetworkError, reportError, session, settingsQuery } from 'ui-kit';
import { notificationPermission } from './notifications';

const WORKER = '/sw.js';

let isRegistered = false;

/** Whether the server tells this browser of what happens. */
export const isPushed = (): boolean => isRegistered;

/** Where there is no push service, or the person has said No, nothing is wrong: messages wait in the page. */
const QUIET = new Set(['NotAllowedError', 'AbortError', 'NotSupportedError']);

/** Whether a registration failed for a reason that is nobody's mistake. */
function isQuiet(error: unknown): boolean {
  if (session.state.status === 'signedOut' || error instanceof NetworkError) return true;
  if (error instanceof HttpError) return error.status === 401 || error.code === 'under_maintenance';
  return error instanceof DOMException && QUIET.has(error.name);
}

/**
 * This browser is told of what happens while no page is open, if the person allows notifications and the installation
 * pushes. Doing it again renews what the server knows.
 */
export async function startPush(queries: QueryClient): Promise<void> {
  if (!isPossible() || notificationPermission() !== 'granted') return;
  try {
    const { pushKey } = await queries.fetchQuery(settingsQuery);
    if (pushKey === null) return;
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await subscribed(pushManager, pushKey);
    const body = { registrationId: JSON.stringify(subscription), type: 'web' };
    await http('api/v1/notifications/register-device/', { method: 'POST', body });
    isRegistered = true;
  } catch (error) {
    // A call that failed is made again with the next page.
    if (!isQuiet(error)) void reportError(error);
  }
}

/** Nobody is told anything on this browser any more. The server forgets the device with the session. */
export async function stopPush(): Promise<void> {
  isRegistered = false;
  if (!isPossible()) return;
  const registration = await navigator.serviceWorker.getRegistration(WORKER).catch(() => undefined);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** What the worker has for a page. */
interface Wanted {
  /** Somebody touched a notification: they want this conversation. */
  channel(channelId: string): void;
  /** They want to take this call. */
  call(room: string): void;
  /** Somebody calls, and the page is looked at. */
  ring(room: string, ringsUntil: string): Promise<void>;
}

type Word = { type?: string; channelId?: string; room?: string; ringsUntil?: string } | null;

/** `wanted` hears what the worker says. */
export function hearWorker(wanted: Wanted, signal: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data, ports }: MessageEvent<Word>) => {
      const { type, channelId, room, ringsUntil } = data ?? {};
      if (type === 'open-channel' && typeof channelId === 'string') wanted.channel(channelId);
      if (typeof room !== 'string') return;
      if (type === 'take-call') wanted.call(room);
      // Without an answer the worker rings by itself.
      if (type === 'incoming-call') {
        wanted.ring(room, String(ringsUntil)).then(
          () => ports[0]?.postMessage('heard'),
          () => {},
        );
      }
    },
    { signal },
  );
}

function isPossible(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window;
}

/** One key per subscription: an installation with another one needs a subscription of its own. */
async function subscribed(pushManager: PushManager, key: string): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(key);
  const known = await pushManager.getSubscription();
  if (known !== null) {
    const knownKey = known.options.applicationServerKey;
    if (knownKey !== null && isSame(new Uint8Array(knownKey), applicationServerKey)) return known;
    await known.unsubscribe();
  }
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, place) => byte === b[place]);
}
