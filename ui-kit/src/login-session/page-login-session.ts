import { transport } from '../http/transport';
import { LoginSession } from './login-session';

/** The login session of this page. */
export const loginSession = new LoginSession({
  send: transport,
  now: () => Date.now(),
  storage: localStorageIfAllowed(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  tabs: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('mentor-hub-session'),
});

/** Returns the local storage, or null where the browser forbids it: reading the property then throws. */
function localStorageIfAllowed(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
