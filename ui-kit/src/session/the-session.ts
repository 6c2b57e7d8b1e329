import { transport } from '../http/transport';
import { Session } from './session';

/** The one session of this page. */
export const session = new Session({
  send: transport,
  now: () => Date.now(),
  storage: localStorageIfAllowed(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  tabs: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('mentor-hub-session'),
});

/** A browser may forbid storage altogether, and says so only when it is touched. */
function localStorageIfAllowed(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
