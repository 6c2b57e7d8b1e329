import type { QueryClient } from '@tanstack/react-query';
import { KEPT_KEY, loginSession, type Profile, profileQuery } from 'ui-kit';
import { forgetKept, keepAs, readAs } from './kept';

const PROFILE = 'profile';

/**
 * Lets this device show what the person has opened when it starts without a network: asks the worker to store the app, and
 * keeps who the person is.
 */
export async function keepForOffline(profile: Profile): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'keep-app' });
  await keepAs(PROFILE, profile);
  // Signed out meanwhile: nothing may be shown.
  if (loginSession.state.status !== 'signedOut') localStorage.setItem(KEPT_KEY, 'true');
}

/**
 * Takes the kept profile for that of the signed-in person until the server responds. Then everything is fetched again, or
 * removed if the server has ended the login session. Returns false if this device has kept nothing.
 */
export async function restore(queries: QueryClient): Promise<boolean> {
  // The login session removes the key when it ends.
  if (localStorage.getItem(KEPT_KEY) === null) {
    await forgetKept();
    return false;
  }
  const profile = await readAs<Profile>(PROFILE);
  if (profile === undefined) return false;
  queries.setQueryData(profileQuery.queryKey, profile);
  const stop = loginSession.subscribe(() => {
    const { status } = loginSession.state;
    if (status === 'verifying') return;
    stop();
    if (status === 'signedIn') void queries.invalidateQueries();
    else queries.clear();
  });
  return true;
}
