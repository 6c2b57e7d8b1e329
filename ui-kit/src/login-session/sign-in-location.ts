import { loginSession } from './page-login-session';
import { signInRedirect } from './sign-in-redirect';

/**
 * Returns the sign-in address for a page that needs a login session. After a sign-out on purpose it does not lead back to
 * the page: the next person at this browser may be another one.
 */
export function signInLocation(page: Parameters<typeof signInRedirect>[0]): string {
  const { state } = loginSession;
  return state.status === 'signedOut' && state.byUser ? '/signin' : signInRedirect(page);
}
