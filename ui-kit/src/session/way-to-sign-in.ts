import { signInUrl } from './redirect';
import { session } from './the-session';

/** Where a page sends those who are not signed in. After a sign-out nothing leads back: the next person may be another one. */
export function wayToSignIn(origin: Parameters<typeof signInUrl>[0]): string {
  const { state } = session;
  return state.status === 'signedOut' && state.byHand ? '/signin' : signInUrl(origin);
}
