import type { QueryClient } from '@tanstack/react-query';
import { api, HttpError, loginSession, NetworkError, reportError, settingsQuery } from 'ui-kit';
import { registerWorker, WORKER } from 'ui-kit/service-worker';
import { notificationPermission } from './notifications';
import { attentionPreferences } from './preferences';

let isRegistered = false;

/** Whether this browser receives push messages. */
export const isPushActive = (): boolean => isRegistered;

/** Errors without a push service or permission; messages then wait in the page. */
const EXPECTED_ERRORS = new Set(['NotAllowedError', 'AbortError', 'NotSupportedError']);

/** Whether a registration failed for an expected reason. */
function isExpectedError(error: unknown): boolean {
  if (loginSession.state.status === 'signedOut' || error instanceof NetworkError) return true;
  if (error instanceof HttpError) return error.status === 401 || error.code === 'under_maintenance';
  return error instanceof DOMException && EXPECTED_ERRORS.has(error.name);
}

/**
 * Registers this browser for push messages if the person allows notifications and has not turned them off here, and the
 * installation supports push. Repeated calls renew the registration.
 */
export async function startPush(queries: QueryClient): Promise<void> {
  if (!isPushSupported() || notificationPermission() !== 'granted') return;
  if (!attentionPreferences.getSnapshot().hasNotifications) return;
  try {
    const { pushKey } = await queries.fetchQuery(settingsQuery);
    if (pushKey === null) return;
    await registerWorker();
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await subscribe(pushManager, pushKey);
    const body = { registrationId: JSON.stringify(subscription), type: 'web' };
    await api.post('/api/v1/notifications/register-device/', { body });
    isRegistered = true;
  } catch (error) {
    // The next page load retries a failed registration.
    if (!isExpectedError(error)) void reportError(error);
  }
}

/** Ends push messages on this browser. The server deletes the device with the login session. */
export async function stopPush(): Promise<void> {
  isRegistered = false;
  if (!isPushSupported()) return;
  const registration = await navigator.serviceWorker.getRegistration(WORKER).catch(() => undefined);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/**
 * `blocked`: the browser refuses to ask again. `install`: iOS offers notifications only to apps on the home screen.
 * `unavailable`: the installation has no push.
 */
export type PushState = 'on' | 'off' | 'blocked' | 'install' | 'unsupported' | 'unavailable';

/** Returns whether this browser gets push messages, or why it cannot. */
export async function pushState(queries: QueryClient): Promise<PushState> {
  const { pushKey } = await queries.fetchQuery(settingsQuery);
  if (pushKey === null) return 'unavailable';
  if (!isPushSupported()) return isIos() && !isInstalled() ? 'install' : 'unsupported';
  const permission = notificationPermission();
  if (permission === 'denied') return 'blocked';
  if (permission !== 'granted' || !attentionPreferences.getSnapshot().hasNotifications) return 'off';
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription == null ? 'off' : 'on';
}

/** Asks for permission and registers this browser. Only an action of the person may call it: browsers ask once. */
export async function turnPushOn(queries: QueryClient): Promise<PushState> {
  attentionPreferences.setNotifications(true);
  attentionPreferences.dismiss();
  if ((await Notification.requestPermission()) === 'granted') await startPush(queries);
  return pushState(queries);
}

/** Ends notifications on this device until they are turned on again. */
export async function turnPushOff(queries: QueryClient): Promise<PushState> {
  attentionPreferences.setNotifications(false);
  await stopPush();
  await api.delete('/api/v1/notifications/register-device/');
  return pushState(queries);
}

/** Handlers for messages from the service worker. */
interface WorkerMessageHandlers {
  /** The person opened the notification of a channel. */
  channel(channelId: string): void;
  /** The person accepted a call. */
  call(room: string): void;
  /** A call arrived while the page is visible. */
  ring(room: string, ringsUntil: string): Promise<void>;
}

type WorkerMessage = { type?: string; channelId?: string; room?: string; ringsUntil?: string } | null;

/** Subscribes to messages from the service worker. */
export function onWorkerMessage(wanted: WorkerMessageHandlers, signal: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data, ports }: MessageEvent<WorkerMessage>) => {
      const { type, channelId, room, ringsUntil } = data ?? {};
      if (type === 'open-channel' && typeof channelId === 'string') wanted.channel(channelId);
      if (typeof room !== 'string') return;
      if (type === 'take-call') wanted.call(room);
      // Without an answer the worker shows the call itself.
      if (type === 'incoming-call') {
        wanted.ring(room, String(ringsUntil)).then(
          () => ports[0]?.postMessage('received'),
          () => {},
        );
      }
    },
    { signal },
  );
}

function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window;
}

/** An iPad calls itself a Mac. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

/** A subscription is bound to one key: another installation needs a new subscription. */
async function subscribe(pushManager: PushManager, key: string): Promise<PushSubscription> {
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
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
