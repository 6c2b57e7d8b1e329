import { isEmail, normalizeEmail } from '../../../shared/forms/email';

/** Returns the location of an auth page, or of the start page, and keeps the redirect of the current one. */
export function authPath(
  pathname: '/' | '/signin' | '/signin/code' | '/emailverify' | '/signup',
  search: string,
) {
  return { pathname, search: withEmail(search, '') };
}

/** Returns the location of the password reset for an address and keeps the redirect. */
export function resetPasswordPath(search: string, email: string) {
  return {
    pathname: '/resetpassword',
    search: withEmail(search, isEmail(email) ? normalizeEmail(email) : ''),
  };
}

function withEmail(search: string, email: string): string {
  const parameters = new URLSearchParams(search);
  if (email === '') parameters.delete('email');
  else parameters.set('email', email);
  return `${parameters}`;
}
