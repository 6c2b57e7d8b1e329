import { isEmail, normalizeEmail } from '../entry/email';

/** To a new password for an address, with the page in mind that somebody wanted before. */
export function resetPath(search: string, email: string) {
  return {
    pathname: '/resetpassword',
    search: withEmail(search, isEmail(email) ? normalizeEmail(email) : ''),
  };
}

/** And back to the sign-in. */
export function signInPath(search: string) {
  return { pathname: '/signin', search: withEmail(search, '') };
}

function withEmail(search: string, email: string): string {
  const parameters = new URLSearchParams(search);
  if (email === '') parameters.delete('email');
  else parameters.set('email', email);
  return `${parameters}`;
}
